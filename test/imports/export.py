"""Prints the JSON Schema of the models and of the named unions of a module, as pydantic makes it.

    python export.py FOLDER FILE

FOLDER has the packages that the module needs, and FILE is the module, from there.
"""

import importlib.util
import json
import pathlib
import sys
import types
import typing

import pydantic

folder, name = sys.argv[1:]
sys.path.insert(0, folder)
# The file itself, because the package that has it may need more than is installed.
spec = importlib.util.spec_from_file_location("exported", pathlib.Path(folder, name))
module = importlib.util.module_from_spec(spec)
sys.modules["exported"] = module
spec.loader.exec_module(module)

wanted = []
for key, value in sorted(vars(module).items()):
    if isinstance(value, type):
        if issubclass(value, pydantic.BaseModel) and value.__module__ == "exported" and "[" not in value.__name__:
            wanted.append((key, value))
    elif typing.get_origin(value) in (typing.Union, types.UnionType):
        wanted.append((key, value))
by_key, whole = pydantic.TypeAdapter.json_schemas([(key, "validation", pydantic.TypeAdapter(value)) for key, value in wanted])
for (key, _), schema in by_key.items():
    whole["$defs"].setdefault(key, schema)
json.dump(whole, sys.stdout, indent=1)
