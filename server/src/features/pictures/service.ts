import { PICTURE_SIZE } from '@stagelink/shared/contracts/pictures';
import { webpSize } from '@stagelink/shared/domain/webp';
import { writePack } from '../../platform/blobs/packs.ts';
import { locate, readVariant } from '../../platform/blobs/read.ts';
import type { BlobLocation } from '../../platform/blobs/location.ts';
import type { App } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import { userChannel } from '../../platform/live/events.ts';
import { publish } from '../../platform/live/publish.ts';
import type { Access } from '../access/access.ts';
import { stagingLimits } from '../staging/createUpload.ts';
import { countNewBytes } from '../staging/newBytes.ts';
import { loadVisible } from '../versions/service.ts';
import * as repo from './repo.ts';

/** Throws unless the bytes are a still WebP image of the right size. Nothing is decoded. */
function assertPicture(bytes: Buffer): void {
  const { width, height } = PICTURE_SIZE;
  const size = webpSize(bytes);
  if (!size) throw new AppError('invalid_input', 'A picture must be a still WebP image without metadata.');
  if (size.width === width && size.height === height) return;
  throw new AppError(
    'invalid_input',
    `A picture must have ${width} × ${height} pixels; this one has ${size.width} × ${size.height}.`,
  );
}

/** Sets the picture of an own version. The sweeper removes the bytes of the former one. Returns its SHA-256. */
export async function set(
  app: App,
  { id, ownerId, version }: { id: string; ownerId: string; version: number },
  { bytes, address }: { bytes: Buffer; address: string },
): Promise<Buffer> {
  assertPicture(bytes);
  const source = async function* () {
    yield { name: 'picture', sha256: null, size: bytes.length, body: bytes };
  };
  const [stored] = await writePack(
    app,
    source(),
    async (tx, [received]) => {
      if (!received) return;
      if (!(await repo.set(tx, id, version, received.sha256))) throw notFound('That version');
      const limits = await stagingLimits(tx, app, ownerId);
      await countNewBytes(app, { ownerId, limits, address }, received.size);
      await publish(tx, [userChannel(ownerId)], { type: 'lists_changed', snapshotId: id });
    },
    { allOrNothing: true },
  );
  if (!stored) throw new Error('A complete picture was not stored');
  return Buffer.from(stored.sha256, 'hex');
}

/** Returns where a visible version's picture is stored; throws `not_found` without one. */
export async function locatePicture(
  app: App,
  access: Access,
  version: number,
): Promise<{ sha256: Buffer; place: BlobLocation }> {
  const { picture: sha256 } = await loadVisible(app, access, version);
  const hex = sha256?.toString('hex') ?? '';
  const place = (await locate(app.db, sha256 ? [hex] : [])).get(hex)?.get('identity');
  if (!sha256 || !place) throw notFound('A picture of this version');
  return { sha256, place };
}

/** Reads the picture of a visible version; null without one. */
export async function readPicture(app: App, access: Access, version: number): Promise<Buffer | null> {
  const { picture: sha256 } = await loadVisible(app, access, version);
  return (sha256 && (await readVariant(app, sha256.toString('hex'), 'identity'))) ?? null;
}
