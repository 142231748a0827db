import { window } from 'vscode';
import { openLink } from './offerLink.ts';
import * as settings from './settings.ts';
import { showComments } from './commands/comments.ts';
import { type NewComment, notificationText } from './threads/newComments.ts';

/** Shows a notification about new comments, unless the settings disable it. */
export async function notify(comments: readonly NewComment[]): Promise<void> {
  const [first] = comments;
  if (!first || !settings.notifies()) return;
  const isOne = comments.length === 1;
  const chosen = await window.showInformationMessage(
    notificationText(comments),
    ...(isOne ? ['Open'] : []),
    'Show Comments',
  );
  if (chosen === 'Open') await openLink(first.thread.url);
  if (chosen === 'Show Comments') await showComments();
}
