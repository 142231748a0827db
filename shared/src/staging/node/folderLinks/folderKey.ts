import { createHmac, randomBytes } from 'node:crypto';
import { readText, withLock, writeText } from './lockedFile.ts';
import type { FolderPlace } from './record.ts';

const SECRET = /^[0-9a-f]{64}$/;

function readSecret(file: string): string | undefined {
  const text = readText(file)?.trim();
  return text !== undefined && SECRET.test(text) ? text : undefined;
}

/** Returns the secret of this computer and user account, created at the first use. */
const secretIn = async (file: string): Promise<string> =>
  readSecret(file) ??
  (await withLock(file, async () => {
    const stored = readSecret(file);
    if (stored !== undefined) return stored;
    const secret = randomBytes(32).toString('hex');
    await writeText(file, `${secret}\n`);
    return secret;
  }));

/**
 * Names a folder to its server, which cannot derive the path from it nor compare it with another server's.
 * See docs/decisions/0299.
 */
export async function folderKey(secretFile: string, { folder, server, uid }: FolderPlace): Promise<string> {
  const place = JSON.stringify([server, uid, folder]);
  return createHmac('sha256', await secretIn(secretFile))
    .update(place)
    .digest('hex');
}
