import { commands, type ExtensionContext, type Uri, workspace } from 'vscode';
import { type App, Staging } from './app.ts';
import { copyLink, open } from './commands/links.ts';
import { setToken, signIn, signOut } from './commands/signIn.ts';
import { restage, stage, stageNew } from './commands/stage.ts';
import { connection } from './connection.ts';
import { hasWorkspaceFolder } from './folders.ts';
import { Log } from './log.ts';
import { showProblem } from './showProblem.ts';
import { createStatusBar } from './statusBar.ts';
import { Consents } from './store/consents.ts';
import { SignIns } from './store/signIns.ts';
import { StagedFolders } from './store/stagedFolders.ts';

import { checkForUpdate } from './updates.ts';

const COMMANDS: Record<string, (app: App, clicked?: Uri) => Promise<unknown>> = {
  signIn,
  setToken,
  signOut,
  stage,
  stageNew,
  stageFolder: stage,
  restage,
  open,
  copyLink,
};

export function activate(context: ExtensionContext): void {
  const statusBar = createStatusBar();
  const drawStatusBar = (): void =>
    statusBar.show({ isVisible: hasWorkspaceFolder(), isBusy: app.staging.isBusy });
  const app: App = {
    version: (context.extension.packageJSON as { version: string }).version,
    signIns: new SignIns(context.secrets),
    stagedFolders: new StagedFolders(context.workspaceState),
    consents: new Consents(context.workspaceState),
    log: new Log(),
    staging: new Staging(() => {
      drawStatusBar();
      void tellEditor(app);
    }),
  };
  drawStatusBar();
  void tellEditor(app);
  context.subscriptions.push(
    statusBar,
    app.log,
    workspace.onDidChangeWorkspaceFolders(drawStatusBar),
    workspace.onDidChangeConfiguration(() => tellEditor(app)),
    context.secrets.onDidChange(() => tellEditor(app)),
    ...Object.entries(COMMANDS).map(([name, run]) =>
      commands.registerCommand(`stagelink.${name}`, (clicked?: Uri) =>
        run(app, clicked).catch((thrown: unknown) => showProblem(app, thrown)),
      ),
    ),
  );
  // A server that is not there, or is no Stagelink server, is told when something is asked of it.
  checkForUpdate(app, context.globalState).catch(() => null);
}

/** What the walkthrough ticks off, and what decides which commands make sense. */
async function tellEditor(app: App): Promise<void> {
  const connected = await connection(app).catch(() => null);
  const staged = connected ? app.stagedFolders.of(connected.owner) : [];
  await commands.executeCommand('setContext', 'stagelink.signedIn', connected !== null);
  await commands.executeCommand('setContext', 'stagelink.staged', staged.length > 0);
}
