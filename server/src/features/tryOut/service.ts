import { createHmac } from 'node:crypto';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import type { UploadReport } from '@stagelink/shared/contracts/staging';
import { type tryOut, TryOutKey } from '@stagelink/shared/contracts/tryOut';
import * as analytics from '../analytics/service.ts';
import * as follows from '../follows/repo.ts';
import * as accounts from '../identity/accounts/repo.ts';
import { isUnclaimed, UNCLAIMED_OWNER } from '../identity/accounts/unclaimed.ts';
import { stageSample } from '../onboarding/sample.ts';
import * as snapshots from '../snapshots/repo.ts';
import { claimActive } from '../snapshots/service.ts';
import { assertStored } from '../staging/budget.ts';
import { stagingLimits } from '../staging/createUpload.ts';
import { assertSnapshotBytes } from '../staging/manifest.ts';
import * as idempotency from '../staging/idempotency.ts';
import { type FileStaging, uploadInOneRequest } from '../staging/uploadInOneRequest.ts';
import { uploadOnce } from '../staging/uploadOnce.ts';
import type { App } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { HandlerArgs } from '../../platform/http/route.ts';
import { snapshotChannel, userChannel } from '../../platform/live/events.ts';
import { broadcast, publish } from '../../platform/live/publish.ts';
import { hashSecret, newSecret } from '../../platform/secrets.ts';
import { countSample, countTryOut } from './limits.ts';
import * as repo from './repo.ts';

const DAY_MS = 86_400_000;

const linkEnded = () =>
  new AppError(
    'gone',
    'This claim link was used already or its snapshot has ended. Stage again for a new link.',
  );

interface TriedOut {
  snapshot: snapshots.LiveSnapshotRow;
  /** The secret of the claim link; only its hash is stored. */
  secret: string;
  report: UploadReport;
}

type Upload = Pick<HandlerArgs<typeof tryOut>, 'address' | 'body'>;

/** The secret of a claim link: the same for the same key, so that a repeated request gets it again. */
const claimSecret = ({ secrets }: Pick<App, 'secrets'>, key: idempotency.StoredKey | null): string =>
  key === null
    ? newSecret()
    : createHmac('sha256', secrets.derive('claim')).update(key.keyHash).digest('base64url');

/** Stages a request's files; `isNew` is false if its key staged them before. */
async function stageCounted(
  app: App,
  input: Input<typeof tryOut>,
  { address, body }: Upload,
  key: idempotency.StoredKey | null,
): Promise<TriedOut & { isNew: boolean }> {
  await accounts.insert(app.db, UNCLAIMED_OWNER);
  const secret = claimSecret(app, key);
  let isNew = false;
  const staging: FileStaging = {
    ownerId: UNCLAIMED_OWNER.id,
    address,
    restaged: null,
    requested: { name: input.name, password: null },
    output: input.output,
    source: { client: 'api' },
    publish: 'yes',
    onPublished(tx, snapshotId) {
      isNew = true;
      return repo.insertClaim(tx, snapshotId, hashSecret(secret));
    },
  };
  const { snapshot, report } = await (key === null
    ? uploadInOneRequest(app, staging, body)
    : uploadOnce(app, staging, body, {
        key,
        hashOf: (manifest) => idempotency.hashRequest(app, input, manifest),
      }));
  return { snapshot, secret, report, isNew };
}

/** Stages a request's files as an unclaimed snapshot. A refused or repeated upload takes nothing of the address's limit. */
export async function stageUnclaimed(
  app: App,
  input: Input<typeof tryOut>,
  upload: Upload,
): Promise<TriedOut> {
  const key = idempotency.keyOf(upload.body, UNCLAIMED_OWNER.id, TryOutKey);
  const isUsed = key !== null && (await idempotency.findUse(app.db, key)) !== undefined;
  const counts = isUsed ? [] : await countTryOut(app, upload.address);
  try {
    const { isNew, ...triedOut } = await stageCounted(app, input, upload, key);
    if (!isNew) await app.rateLimits.giveBackAll(counts);
    return triedOut;
  } catch (cause) {
    await app.rateLimits.giveBackAll(counts);
    throw cause;
  }
}

/** Stages a copy of the sample prototype for one visitor, whose comments no other visitor sees. */
export async function stageUnclaimedSample(app: App, address: string): Promise<snapshots.LiveSnapshotRow> {
  await countSample(app, address);
  await accounts.insert(app.db, UNCLAIMED_OWNER);
  return stageSample(app, UNCLAIMED_OWNER.id);
}

/** Returns the snapshot that a claim link is for. */
export async function findClaimable(db: Db, secret: string): Promise<snapshots.LiveSnapshotRow> {
  const id = await repo.findSnapshotId(db, hashSecret(secret));
  const row = id === undefined ? undefined : await snapshots.find(db, id);
  if (!snapshots.isLive(row) || row.expiresAt.getTime() <= Date.now()) throw linkEnded();
  return row;
}

/** Moves an unclaimed snapshot with its comments, pins and follows into an account. Works once per claim link. */
export async function claim(app: App, ownerId: string, secret: string): Promise<snapshots.SnapshotRow> {
  const { id } = await findClaimable(app.db, secret);
  const claimed = await app.db.transaction(async (tx) => {
    // The account is locked before the snapshot, as everywhere.
    await snapshots.lockOwnerForNoKeyUpdate(tx, ownerId);
    const limits = await stagingLimits(tx, app, ownerId);
    await claimActive(tx, ownerId, limits);
    const snapshot = await snapshots.lockForNoKeyUpdate(tx, id);
    const isClaimable = snapshots.isLive(snapshot) && isUnclaimed(snapshot.ownerId);
    if (!isClaimable || !(await repo.useClaim(tx, hashSecret(secret)))) throw linkEnded();
    await repo.move(tx, id, ownerId);
    assertSnapshotBytes(snapshot.totalBytes, limits);
    await assertStored(tx, limits, ownerId);
    const expiresAt = new Date(Date.now() + limits.defaultExpiryDays * DAY_MS);
    await snapshots.update(tx, id, { expiresAt });
    await follows.insertForOwner(tx, ownerId, id);
    await analytics.record(tx, { type: 'snapshot_created', userId: ownerId, data: { snapshotId: id } });
    await broadcast(tx, { type: 'access_changed', snapshotId: id });
    await publish(tx, [userChannel(ownerId)], { type: 'snapshot_created', snapshotId: id });
    const row = await snapshots.find(tx, id);
    if (!row) throw linkEnded();
    await publish(tx, [snapshotChannel(id)], {
      type: 'snapshot_extended',
      snapshotId: id,
      expiresAt: expiresAt.toISOString(),
    });
    return row;
  });
  app.contentCache.invalidate(id);
  return claimed;
}
