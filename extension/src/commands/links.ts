import { getSnapshot } from '@stagelink/shared/contracts/snapshots';
import type { App } from '../app.ts';
import type { Connection } from '../connection.ts';
import { stagedFolder } from '../folders.ts';
import { copy, openLink, withPassword } from '../offerLink.ts';
import type { StagedFolder } from '../store/stagedFolders.ts';
import { connect } from './signIn.ts';

async function chooseLink(
  app: App,
  question: string,
): Promise<{ connection: Connection; staged: StagedFolder } | null> {
  const connection = await connect(app);
  if (!connection) return null;
  const staged = await stagedFolder(app.stagedFolders.of(connection.owner), question);
  return staged && { connection, staged };
}

export async function open(app: App): Promise<void> {
  const link = await chooseLink(app, 'Open which link?');
  if (link) await openLink(link.staged.url);
}

export async function copyLink(app: App): Promise<void> {
  const link = await chooseLink(app, 'Copy which link?');
  if (link) await copy(link.staged.url, 'Link copied');
}

/** Copies the link with its current password, which only the server knows. */
export async function copyLinkAndPassword(app: App): Promise<void> {
  const link = await chooseLink(app, 'Copy which link?');
  if (!link) return;
  const { snapshot } = await link.connection.call(getSnapshot, { id: link.staged.snapshotId });
  const { url } = link.staged;
  if (snapshot.password === null) await copy(url, 'Link copied. It has no password.');
  else await copy(withPassword(url, snapshot.password), 'Link and password copied');
}
