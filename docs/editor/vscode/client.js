// Starts the language server and connects it with the editor. Everything it knows is asked of `tileproof lsp`.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function activate(context) {
  const settings = vscode.workspace.getConfiguration("tileproof");
  const [command, ...args] = settings.get("command");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  client = new LanguageClient(
    "tileproof",
    "Tileproof",
    { command, args, options: { cwd: folder } },
    {
      documentSelector: [{ language: "rules" }],
      initializationOptions: {
        documentation: settings.get("documentation"),
        maximumSeconds: settings.get("maximumSeconds"),
      },
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.rules") },
    },
  );
  context.subscriptions.push({ dispose: () => client.stop() });
  try {
    await client.start();
  } catch (error) {
    const said = `\`${[command, ...args].join(" ")}\` does not start: ${error.message ?? error}`;
    vscode.window.showErrorMessage(`${said} Install it with pip install 'tileproof[lsp]', or set tileproof.command.`);
  }
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
