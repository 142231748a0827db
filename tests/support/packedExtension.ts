import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { launchWith, test as capture, workerOf } from './browserExtension.ts';
import { readZip } from '@stagelink/shared/staging/node/testing/readZip';

const ZIP = path.resolve(import.meta.dirname, '../../capture/dist/stagelink-capture.zip');
/** Lets the protocol press the button of an extension. */
const PRESSES_BUTTONS = '--enable-unsafe-extension-debugging';

async function unpack(folder: string): Promise<void> {
  for (const [name, bytes] of await readZip(await readFile(ZIP))) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}

/** The id that Chromium gives an unpacked extension: its path, hashed, in the letters a to p. */
const idOf = (folder: string): string =>
  createHash('sha256')
    .update(folder)
    .digest('hex')
    .slice(0, 32)
    .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));

/**
 * Writes the profile of a user who allowed the extension to reach these hosts before. The browser then gives it the
 * permission again without its prompt, which belongs to the system and takes no clicks from a story.
 */
async function writeProfile(profile: string, extensionId: string, hosts: readonly string[]): Promise<void> {
  const permissions = { api: [], explicit_host: hosts, manifest_permissions: [], scriptable_host: [] };
  const settings = {
    [extensionId]: { granted_permissions: permissions, runtime_granted_permissions: permissions },
  };
  await mkdir(path.join(profile, 'Default'), { recursive: true });
  await writeFile(path.join(profile, 'Default/Preferences'), JSON.stringify({ extensions: { settings } }));
}

export interface Packed {
  context: BrowserContext;
  extensionId: string;
}

/** The zip as a user installs it: unpacked and loaded, and allowed to reach the server. */
export const test = capture.extend<{ packed: Packed }>({
  packed: async ({ server }, use) => {
    const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'stagelink-packed-')));
    const [extension, profile] = [path.join(folder, 'extension'), path.join(folder, 'profile')];
    await unpack(extension);
    await writeProfile(profile, idOf(extension), [`http://${new URL(server.url).hostname}/*`]);
    const context = await launchWith(extension, profile, [PRESSES_BUTTONS]);
    const extensionId = new URL((await workerOf(context)).url()).host;
    await use({ context, extensionId });
    await context.close();
    await rm(folder, { recursive: true, force: true });
  },
});
