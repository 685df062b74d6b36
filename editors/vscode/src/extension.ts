// The extension starts `wiregen lsp` and leaves everything else to it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { commands, type ExtensionContext, window, workspace } from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

/** The program of the setting, that of a package of npm in the workspace, or that of the path. */
function program(): string {
  const configured = workspace.getConfiguration("wiregen").get<string>("path", "");
  if (configured !== "") return configured;
  const name = process.platform === "win32" ? "wiregen.exe" : "wiregen";
  for (const folder of workspace.isTrusted ? (workspace.workspaceFolders ?? []) : []) {
    const local = join(folder.uri.fsPath, "node_modules", "@wiregen", `${process.platform}-${process.arch}`, "bin", name);
    if (existsSync(local)) return local;
  }
  return "wiregen";
}

async function start(): Promise<void> {
  const command = program();
  const server: ServerOptions = { command, args: ["lsp"] };
  const options: LanguageClientOptions = {
    // The server says nothing about YAML that is no part of a spec.
    documentSelector: [{ scheme: "file", language: "yaml" }],
    initializationOptions: workspace.getConfiguration("wiregen"),
    synchronize: { configurationSection: "wiregen", fileEvents: workspace.createFileSystemWatcher("**/*.{yaml,yml,json}") },
  };
  client = new LanguageClient("wiregen", "wiregen", server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const answer = await window.showErrorMessage(`"${command} lsp" does not start: ${String(error)}`, "Settings", "Installing");
    if (answer === "Settings") await commands.executeCommand("workbench.action.openSettings", "wiregen.path");
    if (answer === "Installing") {
      await commands.executeCommand("vscode.open", "https://github.com/wiregen/wiregen/blob/main/docs/installing.md");
    }
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function restart(): Promise<void> {
  await stop();
  await start();
}

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand("wiregen.restart", restart),
    workspace.onDidChangeConfiguration((event) => (event.affectsConfiguration("wiregen.path") ? restart() : undefined)),
    workspace.onDidGrantWorkspaceTrust(restart),
  );
  await start();
}

export function deactivate(): Promise<void> {
  return stop();
}
