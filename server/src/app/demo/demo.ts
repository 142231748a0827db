import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ApiError, type Call, createClient } from '@stagelink/shared/client/call';
import * as accounts from '@stagelink/shared/contracts/accounts';
import { createSample } from '@stagelink/shared/contracts/onboarding';
import * as z from 'zod';
import type { Config } from '../../platform/config.ts';

// A first start creates an owner to sign in as and a sample snapshot, both through the public API.

const FILE = 'demo-owner.json';

const Demo = z.object({ email: z.string(), password: z.string(), sample: z.string().nullable() });
/** The demo account; `sample` is the URL of its sample snapshot. */
export type Demo = z.infer<typeof Demo>;

function clientOf(url: string, token?: string): Call {
  return createClient(async ({ method, path, json }) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: json ?? null,
    });
    return { status: answer.status, text: await answer.text() };
  });
}

async function make(url: string, file: string): Promise<Demo> {
  const owner = { email: 'demo@stagelink.local', password: randomBytes(12).toString('base64url') };
  const { sessionToken } = await clientOf(url)(accounts.register, { ...owner, name: 'Demo Owner' });
  // Write this first: an owner whose password is lost is useless.
  await writeFile(file, JSON.stringify({ ...owner, sample: null }), { mode: 0o600 });
  const call = clientOf(url, sessionToken);
  const { data } = await call(createSample, {});
  await call(accounts.logout, {});
  const demo = { ...owner, sample: data.sampleUrl };
  await writeFile(file, JSON.stringify(demo), { mode: 0o600 });
  return demo;
}

/** Returns null when the demo owner has changed the password or was deleted. */
async function stillThere(url: string, demo: Demo): Promise<Demo | null> {
  const { email, password } = demo;
  try {
    const { sessionToken } = await clientOf(url)(accounts.login, { email, password });
    await clientOf(url, sessionToken)(accounts.logout, {});
    return demo;
  } catch (cause) {
    if (cause instanceof ApiError) return null;
    throw cause;
  }
}

/** The server may have had another address when the sample was staged. */
const atAddress = (appUrl: string, { sample, ...owner }: Demo): Demo => ({
  ...owner,
  sample: sample && appUrl + new URL(sample).pathname,
});

/**
 * Returns the demo owner of this data folder, created on the first start; null if there is none. Calls the server at
 * `url`.
 */
export async function demoOwner(
  { dataDir, appUrl }: Pick<Config, 'dataDir' | 'appUrl'>,
  url: string,
): Promise<Demo | null> {
  const file = path.join(dataDir, FILE);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text !== null) {
    const kept = Demo.safeParse(JSON.parse(text));
    return kept.success ? stillThere(url, atAddress(appUrl, kept.data)) : null;
  }
  try {
    return await make(url, file);
  } catch (cause) {
    // Another data folder was used with this database before.
    if (cause instanceof ApiError && cause.code === 'email_taken') return null;
    throw cause;
  }
}
