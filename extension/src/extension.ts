import { settle } from '@stagelink/shared/staging/node/folderLinks/index';
import { toUserError } from '@stagelink/shared/client/userError';
import { commands, type ExtensionContext, Uri, window, workspace } from 'vscode';
import { type App, Staging } from './app.ts';
import * as comments from './commands/comments.ts';
import { copyLink, copyLinkAndPassword, open } from './commands/links.ts';
import { setToken, signIn, signOut } from './commands/signIn.ts';
import { restage, stage, stageNew } from './commands/stage.ts';
import { type Connection, connection, userAgentOf } from './connection.ts';
import { hasWorkspaceFolder } from './folders.ts';
import { Log } from './log.ts';
import { notify } from './notify.ts';
import { reportVersion } from './reportVersion.ts';
import { showError } from './showError.ts';
import { OAuthCallback } from './signIn/oauthCallback.ts';
import { createStatusBar } from './statusBar.ts';
import { PinnedSnapshots } from './store/pinnedSnapshots.ts';
import { Consents } from './store/consents.ts';
import { Reported } from './store/reported.ts';
import { ReadState } from './store/readState.ts';
import { SignIns } from './store/signIns.ts';
import { StagedFolders } from './store/stagedFolders.ts';
import { Comments } from './threads/comments.ts';
import type { Node } from './threads/tree.ts';
import { createCommentsView } from './threads/view.ts';
import { checkForUpdate } from './updates.ts';

/** Commands of the palette, or of a folder in the Explorer. */
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

/** Commands of the side bar's nodes. */
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
    new PinnedSnapshots(context.workspaceState),
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
    oauthCallback: new OAuthCallback((error) => void showError(app, error)),
    comments: new Comments({
      stagedFolders,
      chosen,
      seen: new ReadState(context.workspaceState),
      userAgent: userAgentOf(version),
      onNewComments: (newComments) => void notify(newComments),
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
    void updateContext(app);
  });
  const register = <A>([name, run]: [string, (app: App, argument?: A) => Promise<unknown>]) =>
    commands.registerCommand(`stagelink.${name}`, (argument?: A) =>
      run(app, argument).catch((thrown: unknown) => showError(app, toUserError(thrown))),
    );
  drawStatusBar();
  void updateContext(app);
  context.subscriptions.push(
    statusBar,
    app.log,
    app.comments,
    createCommentsView(app.comments),
    window.registerUriHandler(app.oauthCallback),
    window.onDidChangeWindowState(({ focused }) => focused && app.comments.wake()),
    workspace.onDidChangeWorkspaceFolders(drawStatusBar),
    workspace.onDidChangeConfiguration(() => updateContext(app)),
    context.secrets.onDidChange(() => updateContext(app)),
    ...Object.entries(COMMANDS).map((entry) => register(entry)),
    ...Object.entries(ON_NODES).map((entry) => register(entry)),
  );
  // An unreachable or foreign server is reported by the next command that needs it.
  checkForUpdate(app, context.globalState).catch(() => null);
}

/** Brings links of an earlier release over, and asks what became of uploads whose reply was lost. */
async function settleLinks({ stagedFolders }: App, { owner, call }: Connection): Promise<void> {
  // A disk that cannot be written is reported by the next stage.
  await stagedFolders.bringOver(owner).catch(() => null);
  // The next stage asks again if there is no connection.
  for (const record of stagedFolders.records(owner)) settle(record, call).catch(() => null);
}

/** Updates the context keys, the walkthrough and the followed snapshots. */
async function updateContext(app: App): Promise<void> {
  const connected = await connection(app).catch(() => null);
  if (connected) await settleLinks(app, connected);
  const staged = connected ? app.stagedFolders.of(connected.owner) : [];
  app.comments.follow(connected);
  // Retried at the next start when the server is unreachable or too old.
  if (connected) reportVersion(app, connected).catch(() => null);
  await commands.executeCommand('setContext', 'stagelink.signedIn', connected !== null);
  await commands.executeCommand('setContext', 'stagelink.staged', staged.length > 0);
}
