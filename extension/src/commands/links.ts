import type { App } from '../app.ts';
import { stagedFolder } from '../folders.ts';
import { copy, openLink } from '../share.ts';
import { connect } from './signIn.ts';

async function urlOf(app: App, question: string): Promise<string | null> {
  const connection = await connect(app);
  if (!connection) return null;
  return (await stagedFolder(app.stagedFolders.of(connection.owner), question))?.url ?? null;
}

/** Opens the link of a folder that was staged. */
export async function open(app: App): Promise<void> {
  const url = await urlOf(app, 'Which link is to be opened?');
  if (url !== null) await openLink(url);
}

/** Copies the link of a folder that was staged. */
export async function copyLink(app: App): Promise<void> {
  const url = await urlOf(app, 'Which link is to be copied?');
  if (url !== null) await copy(url, 'Link copied');
}
