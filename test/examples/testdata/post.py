"""Posts to an application without a server: each line of standard input is a path and a body."""

import asyncio
import json
import sys

from app import app


async def post(path: str, body: bytes) -> None:
    sent = []

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "method": "POST"}
    scope |= {"path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "", "server": ("test", 80)}
    await app({**scope, "headers": [(b"content-type", b"application/json")]}, receive, send)
    answer = json.loads(b"".join(message.get("body", b"") for message in sent[1:]))
    print(sent[0]["status"], answer["detail"][0]["msg"] if sent[0]["status"] == 422 else json.dumps(answer))


async def main() -> None:
    app.openapi()
    for line in sys.stdin:
        path, body = line.split(" ", 1)
        await post(path, body.encode())


asyncio.run(main())
