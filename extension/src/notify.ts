import { window } from 'vscode';
import { openLink } from './share.ts';
import * as settings from './settings.ts';
import { showComments } from './commands/comments.ts';
import { type News, sentenceOn } from './threads/news.ts';

/** Tells of what others wrote, unless the settings say not to. */
export async function notify(news: readonly News[]): Promise<void> {
  const [first] = news;
  if (!first || !settings.notifies()) return;
  const isOne = news.length === 1;
  const chosen = await window.showInformationMessage(
    sentenceOn(news),
    ...(isOne ? ['Open'] : []),
    'Show Comments',
  );
  if (chosen === 'Open') await openLink(first.thread.url);
  if (chosen === 'Show Comments') await showComments();
}
