"""Reads values with the pydantic models in the folder of the first argument.

Standard input has a line of JSON for each value: the module, the class and the text. Standard output has one for
each value that no model reads: the line, and why.
"""

import importlib
import json
import sys

from pydantic import TypeAdapter

sys.path.insert(0, sys.argv[1])
for line in sys.stdin:
    module, name, text = json.loads(line)
    kind = getattr(importlib.import_module(module), name, None)
    try:
        if kind is None:
            raise LookupError("there is no such class")
        TypeAdapter(kind).validate_json(text)
    except Exception as why:
        print(json.dumps([module, name, text, str(why)]))
