// Prints what the language service shows at the names that hover.mts marks, and the errors of
// the program, as JSON.
import fs from "node:fs";
import { createRequire } from "node:module";

const ts = createRequire(import.meta.url)(process.argv[2]);
const file = "hover.mts";
const options = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, types: [] };
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: () => "1",
  getScriptSnapshot: (name) => (fs.existsSync(name) ? ts.ScriptSnapshot.fromString(fs.readFileSync(name, "utf8")) : undefined),
  getCurrentDirectory: () => process.cwd(),
  getDefaultLibFileName: (o) => ts.getDefaultLibFilePath(o),
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  readDirectory: ts.sys.readDirectory,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
});
const shown = {};
for (const mark of fs.readFileSync(file, "utf8").matchAll(/\/\*\?(.*?)\*\//g)) {
  const info = service.getQuickInfoAtPosition(file, mark.index - 1);
  const text = (parts) => ts.displayPartsToString(parts);
  // A value of an enum is a string, at which nothing is shown: its words are in the declaration
  // of the type, to which editors go.
  const [type] = mark[1] === "value" ? service.getDefinitionAtPosition(file, mark.index - 1) : [];
  if (type !== undefined) {
    const { start, length } = type.contextSpan;
    shown.value = fs.readFileSync(type.fileName, "utf8").slice(start, start + length).replaceAll("*", "");
    continue;
  }
  shown[mark[1]] = [text(info?.documentation), ...(info?.tags ?? []).map((tag) => `@${tag.name} ${text(tag.text)}`)].join("\n");
}
const errors = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
console.log(JSON.stringify({ shown, errors: errors.map((e) => ts.flattenDiagnosticMessageText(e.messageText, "\n")) }));
