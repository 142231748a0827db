import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CommentContext } from '@stagelink/shared/contracts/comments';
import { pinOf } from '@stagelink/shared/domain/pins';
import { Locator } from '@stagelink/shared/locator/locator';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import * as comments from '../comments/postRepo.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import type { IncomingFile } from '../staging/incoming.ts';
import { stageFiles } from '../staging/uploadInOneRequest.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import * as repo from './repo.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../sample');
const COMMENTS = path.join(import.meta.dirname, 'sampleComments.json');

const SampleComments = z.array(
  z.object({ authorName: z.string(), text: z.string(), locator: Locator, context: CommentContext }),
);

async function* sampleFiles(): AsyncGenerator<IncomingFile> {
  const entries = await readdir(FOLDER, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    async function* body() {
      yield bytes;
    }
    yield { path: path.relative(FOLDER, file).split(path.sep).join('/'), size: bytes.length, body: body() };
  }
}

const NO_READER = { userId: null, persons: [] };

/** Adds the comments as picked in the viewer on the sample's first version. */
async function addComments(tx: Tx, snapshotId: string): Promise<void> {
  const list = SampleComments.parse(JSON.parse(await readFile(COMMENTS, 'utf8')));
  for (const { locator, ...comment } of list) {
    const row = {
      ...comment,
      id: uuidv7(),
      snapshotId,
      parentId: null,
      authorId: null,
      reviewerId: null,
      // No browser has the secret: like visitors whose browser is gone, they cannot edit.
      anonymousHash: randomBytes(32),
      isPending: false,
      version: 1,
      ...pinOf(locator),
      locator,
      selection: null,
      actions: null,
      further: null,
      inspection: null,
      hasPin: true,
    };
    await comments.insert(tx, row, NO_READER, uuidv7(), []);
  }
}

/** Another request has made the sample meanwhile. */
class SampleExists extends Error {}

/** Stages the sample prototype with its comments. `onPublished` runs in the same transaction. */
export async function stageSample(
  app: App,
  ownerId: string,
  onPublished?: (tx: Tx, snapshotId: string) => Promise<void>,
): Promise<LiveSnapshotRow> {
  const staging = {
    ownerId,
    // Its bytes are stored once for everyone and not counted.
    address: '',
    restaged: null,
    requested: { name: 'Sample: Harbour Coffee', password: null },
    source: { client: 'web' as const },
    publish: 'yes' as const,
    isSample: true,
    async onPublished(tx: Tx, snapshotId: string) {
      await onPublished?.(tx, snapshotId);
      await addComments(tx, snapshotId);
    },
  };
  return (await stageFiles(app, staging, sampleFiles)).snapshot;
}

/** Returns the id of the account's sample snapshot, and makes it if there is none. */
export async function createSample(app: App, ownerId: string): Promise<string> {
  const known = await repo.findSample(app.db, ownerId);
  if (known !== null) return known;
  try {
    const sample = await stageSample(app, ownerId, async (tx, snapshotId) => {
      if (!(await repo.keepSample(tx, ownerId, snapshotId))) throw new SampleExists();
    });
    return sample.id;
  } catch (cause) {
    const made = cause instanceof SampleExists && (await repo.findSample(app.db, ownerId));
    if (made) return made;
    throw cause;
  }
}
