import { randomUUID } from 'node:crypto';
import { type CommentState, postComment, updateComment } from '@stagelink/shared/contracts/comments';
import { COMMENT_MAX } from '@stagelink/shared/contracts/limits';
import { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import { commands, window } from 'vscode';
import type { App } from '../app.ts';
import type { Connection } from '../connection.ts';
import { openLink } from '../offerLink.ts';
import { firstLine, plain } from '../threads/text.ts';
import type { Node, ThreadNode } from '../threads/tree.ts';
import { COMMENTS_VIEW } from '../threads/view.ts';
import { connect } from './signIn.ts';

export async function showComments(): Promise<void> {
  await commands.executeCommand(`${COMMENTS_VIEW}.focus`);
}

const inView = <T>(work: () => Promise<T>): Thenable<T> =>
  window.withProgress({ location: { viewId: COMMENTS_VIEW } }, work);

export async function refreshComments(app: App): Promise<void> {
  await inView(() => app.comments.refresh());
}

export const showResolved = (app: App): Promise<void> => Promise.resolve(app.comments.showResolved(true));
export const hideResolved = (app: App): Promise<void> => Promise.resolve(app.comments.showResolved(false));

export async function openThread(_app: App, node?: Node): Promise<void> {
  if (node?.kind === 'thread') await openLink(node.thread.url);
  if (node?.kind === 'reply') await openLink(node.thread.thread.url);
}

/** Runs an action on a thread and reloads the thread. */
async function runOnThread(
  app: App,
  thread: ThreadNode,
  work: (connection: Connection) => Promise<unknown>,
): Promise<boolean> {
  const connection = app.comments.connection ?? (await connect(app));
  if (!connection) return false;
  await inView(async () => {
    await work(connection);
    await app.comments.readAgain(thread.thread.snapshot.id);
  });
  return true;
}

/** Texts that failed to send. */
const drafts = new Map<string, string>();

export async function replyToThread(app: App, node?: Node): Promise<void> {
  if (node?.kind !== 'thread') return;
  const { comment, snapshot } = node.thread;
  const typed = await window.showInputBox({
    title: `Reply to ${plain(comment.authorName)}`,
    prompt: firstLine(comment.text),
    value: drafts.get(comment.id) ?? '',
    placeHolder: 'Reply',
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.length > COMMENT_MAX ? `A comment can have at most ${COMMENT_MAX} characters` : null,
  });
  const text = typed?.trim();
  if (!text) return;
  drafts.set(comment.id, text);
  const body = Buffer.from(JSON.stringify({ id: randomUUID(), text, parentId: comment.id }));
  const isSent = await runOnThread(app, node, ({ call }) =>
    call(postComment, { id: snapshot.id }, { type: 'application/json', body }),
  );
  if (isSent) drafts.delete(comment.id);
}

async function setState(app: App, node: ThreadNode, state: CommentState): Promise<boolean> {
  const { comment, snapshot } = node.thread;
  return runOnThread(app, node, ({ call }) =>
    call(updateComment, { id: snapshot.id, commentId: comment.id, state }),
  );
}

export async function resolveThread(app: App, node?: Node): Promise<void> {
  if (node?.kind !== 'thread' || !(await setState(app, node, 'resolved'))) return;
  const line = firstLine(node.thread.comment.text);
  const chosen = await window.showInformationMessage(`Resolved: ${line}`, 'Reopen');
  if (chosen) await setState(app, node, 'published');
}

export async function reopenThread(app: App, node?: Node): Promise<void> {
  if (node?.kind === 'thread') await setState(app, node, 'published');
}

/** Number of snapshots offered, most recently staged first. */
const OFFERED = 200;

/** Adds a snapshot that was not staged from this workspace. */
export async function chooseSnapshot(app: App): Promise<void> {
  const connection = await connect(app);
  if (!connection) return;
  const { snapshots } = await connection.call(listSnapshots, { limit: OFFERED });
  if (snapshots.length === 0) {
    void window.showInformationMessage('There are no snapshots yet. Stage a folder first.');
    return;
  }
  const items = snapshots.map(({ id, name, url, commentCount }) => ({
    id,
    label: plain(name),
    description: commentCount === 0 ? '' : `${commentCount} $(comment)`,
    detail: url,
  }));
  const title = 'Show comments of which snapshot?';
  const picked = await window.showQuickPick(items, { title, matchOnDetail: true });
  if (!picked) return;
  await app.chosen.add(picked.id);
  app.comments.follow(connection);
  await showComments();
}

export async function hideSnapshot(app: App, node?: Node): Promise<void> {
  if (node?.kind !== 'snapshot') return;
  await app.chosen.remove(node.shown.snapshotId);
  app.comments.follow(app.comments.connection);
}
