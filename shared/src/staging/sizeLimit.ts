import { statSync } from 'node:fs';
import path from 'node:path';
import { createClient, type Send } from '../client.ts';
import { me } from '../contracts/accounts.ts';
import { PLAN_LIMITS } from '../contracts/limits.ts';
import { StageError } from './errors.ts';
import { size } from './words.ts';

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Refuses files that are larger than the user's plan allows (`limit`) before any of them is read. The plan is asked for
 * only where the smallest one would not do; when that request fails, the server decides as it does for all others.
 */
export async function assertFits(output: string, paths: readonly string[], send: Send): Promise<void> {
  const files = paths.map((name) => ({ name, bytes: sizeOf(path.join(output, name)) }));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes <= PLAN_LIMITS.free.snapshotBytes) return;
  const account = await createClient(send)(me, {}).catch(() => null);
  if (account === null || bytes <= account.user.limits.snapshotBytes) return;
  const [largest] = files.toSorted((a, b) => b.bytes - a.bytes);
  throw new StageError(
    'limit',
    `These files have ${size(bytes)}; your plan allows ${size(account.user.limits.snapshotBytes)} a snapshot. The largest is ${largest?.name} with ${size(largest?.bytes ?? 0)}.`,
    'Leave large files out with a .stagelinkignore file, or move to a larger plan.',
  );
}
