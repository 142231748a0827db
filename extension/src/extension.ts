import { commands, type ExtensionContext, Uri, window, workspace } from 'vscode';
import { type App, Staging } from './app.ts';
import * as comments from './commands/comments.ts';
import { copyLink, copyLinkAndPassword, open } from './commands/links.ts';
import { setToken, signIn, signOut } from './commands/signIn.ts';
import { restage, stage, stageNew } from './commands/stage.ts';
import { connection, userAgentOf } from './connection.ts';
import { hasWorkspaceFolder } from './folders.ts';
import { Log } from './log.ts';
import { notify } from './notify.ts';
import { toCallProblem } from './problem.ts';
import { reportVersion } from './reportVersion.ts';
import { showProblem } from './showProblem.ts';
import { ComingBack } from './signIn/comingBack.ts';
import { createStatusBar } from './statusBar.ts';
import { Chosen } from './store/chosen.ts';
import { Consents } from './store/consents.ts';
import { Reported } from './store/reported.ts';
import { Seen } from './store/seen.ts';
import { SignIns } from './store/signIns.ts';
import { StagedFolders } from './store/stagedFolders.ts';
import { Comments } from './threads/comments.ts';
import type { Node } from './threads/tree.ts';
import { createCommentsView } from './threads/view.ts';
import { checkForUpdate } from './updates.ts';

/** Run from the palette, or on a folder of the Explorer. */
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
  copyLinkAndPassword,
  showComments: comments.showComments,
  refreshComments: comments.refreshComments,
  chooseSnapshot: comments.chooseSnapshot,
  showResolved: comments.showResolved,
  hideResolved: comments.hideResolved,
};

/** Run on what the side bar shows. */
const ON_NODES: Record<string, (app: App, node?: Node) => Promise<unknown>> = {
  openThread: comments.openThread,
  replyToThread: comments.replyToThread,
  resolveThread: comments.resolveThread,
  reopenThread: comments.reopenThread,
  hideSnapshot: comments.hideSnapshot,
};

function createApp(context: ExtensionContext, changed: () => void): App {
  const { id, packageJSON } = context.extension;
  const { version } = packageJSON as { version: string };
  const [stagedFolders, chosen] = [
    new StagedFolders(context.workspaceState),
    new Chosen(context.workspaceState),
  ];
  const app: App = {
    id,
    version,
    signIns: new SignIns(context.secrets),
    reported: new Reported(context.globalState),
    stagedFolders,
    chosen,
    consents: new Consents(context.workspaceState),
    log: new Log(),
    staging: new Staging(changed),
    comingBack: new ComingBack((problem) => void showProblem(app, problem)),
    comments: new Comments({
      stagedFolders,
      chosen,
      seen: new Seen(context.workspaceState),
      userAgent: userAgentOf(version),
      onNews: (news) => void notify(news),
    }),
  };
  return app;
}

export function activate(context: ExtensionContext): void {
  const statusBar = createStatusBar();
  const drawStatusBar = (): void =>
    statusBar.show({ isVisible: hasWorkspaceFolder(), isBusy: app.staging.isBusy });
  const app = createApp(context, () => {
    drawStatusBar();
    void tellEditor(app);
  });
  const register = <A>([name, run]: [string, (app: App, argument?: A) => Promise<unknown>]) =>
    commands.registerCommand(`stagelink.${name}`, (argument?: A) =>
      run(app, argument).catch((thrown: unknown) => showProblem(app, toCallProblem(thrown))),
    );
  drawStatusBar();
  void tellEditor(app);
  context.subscriptions.push(
    statusBar,
    app.log,
    app.comments,
    createCommentsView(app.comments),
    window.registerUriHandler(app.comingBack),
    workspace.onDidChangeWorkspaceFolders(drawStatusBar),
    workspace.onDidChangeConfiguration(() => tellEditor(app)),
    context.secrets.onDidChange(() => tellEditor(app)),
    ...Object.entries(COMMANDS).map((entry) => register(entry)),
    ...Object.entries(ON_NODES).map((entry) => register(entry)),
  );
  // A server that is not there, or is no Stagelink server, is told when something is asked of it.
  checkForUpdate(app, context.globalState).catch(() => null);
}

/** Who is signed in and what was staged: decides which commands make sense, what is ticked off and whose comments are shown. */
async function tellEditor(app: App): Promise<void> {
  const connected = await connection(app).catch(() => null);
  const staged = connected ? app.stagedFolders.of(connected.owner) : [];
  app.comments.follow(connected);
  // Reported at the next start when the server cannot be reached or is older.
  if (connected) reportVersion(app, connected).catch(() => null);
  await commands.executeCommand('setContext', 'stagelink.signedIn', connected !== null);
  await commands.executeCommand('setContext', 'stagelink.staged', staged.length > 0);
}
