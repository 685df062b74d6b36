// A program against the declarations of the IDE bridge, which must compile: the params
// narrow by the method, also when both are taken out of the message, and the switch is exhaustive.
import * as bridge from "../../../examples/idebridge/gen/ts/index.js";

export function show(message: bridge.Message): string {
  if (bridge.isUnknownMessage(message) || message.type === "response") return "";
  const { method, params } = message;
  switch (method) {
    case "claude.initialize":
      return params.capabilities.editorKinds.join();
    case "claude.ping":
      return String(params satisfies undefined);
    case "claude.open":
    case "claude.didChange":
      return params.path;
    case "claude.open.v2":
      return params.paths.join();
    case "progress":
      return params.token;
    default:
      return method satisfies never;
  }
}
