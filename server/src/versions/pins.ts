import type { Access } from '../access/access.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { notify } from '../notifications/service.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import * as repo from './pinRepo.ts';
import { seen } from './service.ts';

interface Counted {
  version: number;
  lost: number;
  doubtful: number;
  all: number;
}

const were = (count: number) => (count === 1 ? 'was' : 'were');
const are = (count: number) => (count === 1 ? 'is' : 'are');

/** Such as “2 of 7 pins were not found on version 4, and 1 is doubtful.” */
export function sentenceOf({ version, lost, doubtful, all }: Counted): string {
  const pins = all === 1 ? 'pin' : 'pins';
  if (lost === 0) return `${doubtful} of ${all} ${pins} ${are(doubtful)} doubtful on version ${version}.`;
  const notFound = `${lost} of ${all} ${pins} ${were(lost)} not found on version ${version}`;
  return doubtful === 0 ? `${notFound}.` : `${notFound}, and ${doubtful} ${are(doubtful)} doubtful.`;
}

async function tellOwner(app: App, tx: Tx, { id, ownerId, name, version }: LiveSnapshotRow): Promise<void> {
  const counts = (await repo.countsOf(tx, id)).filter((one) => one.version === version);
  const countOf = (status: repo.PinStatus) => counts.find((one) => one.status === status)?.count ?? 0;
  await notify(app, tx, {
    userId: ownerId,
    type: 'other',
    title: `Pins on “${name}” need a look`,
    message: sentenceOf({
      version,
      lost: countOf('lost'),
      doubtful: countOf('doubtful'),
      all: await repo.countOpen(tx, id),
    }),
    actionUrl: `/s/${id}`,
    snapshotId: id,
  });
}

const isInDoubt = (status: repo.PinStatus) => status === 'lost' || status === 'doubtful';

/**
 * Keeps what a browser saw of the pins on a version. The owner is notified once of what their own windows and programs
 * have seen on the version the link shows: what a visitor reports may be made up, and is a hint.
 */
export async function report(
  app: App,
  access: Access,
  number: number,
  findings: repo.Finding[],
): Promise<void> {
  const { snapshot, isOwner } = access;
  await seen(app, access, number);
  // On another page than was looked at, nothing is known of a pin.
  const known = findings.filter(({ status }) => status !== 'elsewhere');
  if (known.length === 0) return;
  await app.db.transaction(async (tx) => {
    const kept = await repo.keep(tx, snapshot.id, number, known, isOwner);
    if (!isOwner || number !== snapshot.version || !kept.some(isInDoubt)) return;
    if (await repo.claimTelling(tx, snapshot.id, number)) await tellOwner(app, tx, snapshot);
  });
}
