import { statSync } from 'node:fs';
import path from 'node:path';
import { createClient, type Send } from '../../client/call.ts';
import { me } from '../../contracts/accounts.ts';
import { PLAN_LIMITS } from '../../contracts/limits.ts';
import { stageError } from '../core/errors.ts';
import { bytes } from '../../domain/format.ts';

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Rejects files larger than the user's plan allows (`limit`) before reading them. Requests the plan only
 * when the smallest plan would not suffice; when that fails, the server decides later.
 */
export async function assertFits(output: string, paths: readonly string[], send: Send): Promise<void> {
  const files = paths.map((name) => ({ name, size: sizeOf(path.join(output, name)) }));
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total <= PLAN_LIMITS.free.snapshotBytes) return;
  const account = await createClient(send)(me, {}).catch(() => null);
  if (account === null || total <= account.user.limits.snapshotBytes) return;
  const [largest] = files.toSorted((a, b) => b.size - a.size);
  throw stageError(
    'limit',
    `These files have ${bytes(total, Math.ceil)}; your plan allows ${bytes(account.user.limits.snapshotBytes)} a snapshot. The largest is ${largest?.name} with ${bytes(largest?.size ?? 0)}.`,
    'Leave large files out with a .stagelinkignore file, or move to a larger plan.',
  );
}
