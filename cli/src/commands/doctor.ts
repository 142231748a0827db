import { realpathSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '@stagelink/shared/client/call';
import { UserError } from '@stagelink/shared/client/userError';
import { me } from '@stagelink/shared/contracts/accounts';
import { buildEnvironment } from '@stagelink/shared/staging/node/environment';
import { count } from '@stagelink/shared/domain/format';
import { sendTo, serverOf, tokenFor } from '../connection.ts';
import type { Context, Result } from '../context.ts';
import { VERSION } from '../context.ts';
import { toCliError } from '../errors.ts';
import { readLink } from '../store/folderLinks.ts';

interface Check {
  name: string;
  ok: boolean;
  detail: string;
}

/** Signatures and expiry times stop matching when the difference is larger. */
const SKEW_MS = 60_000;
const HEALTH_MS = 10_000;

/** Checks everything that staging needs, one line each; fails when a check fails. */
export async function run(context: Context, given: string | undefined): Promise<Result> {
  const server = serverOf(context);
  const health = await checkServer(context, server);
  const checks: Check[] = [
    {
      name: 'stagelink',
      ok: true,
      detail: `${VERSION} on Node ${process.versions.node}, ${process.platform}`,
    },
    ...health,
    ...(health.every(({ ok }) => ok) ? [await checkSignIn(context, server)] : []),
    await checkFolder(context, server, path.resolve(context.cwd, given ?? '.')),
  ];
  const lines = checks.map(({ name, ok, detail }) => `${ok ? '✓' : '✗'} ${name.padEnd(9)}  ${detail}`);
  const bad = checks.filter(({ ok }) => !ok);
  if (bad.length === 0) return { data: { checks }, lines };
  throw new UserError(
    'unhealthy',
    `${count(bad.length, 'thing needs', 'things need')} attention.`,
    bad.map(({ detail }) => detail).join(' '),
    { lines },
  );
}

async function checkServer(context: Context, server: string): Promise<Check[]> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(HEALTH_MS)]);
  const before = Date.now();
  try {
    const { status, date } = await sendTo(
      { ...context, signal },
      server,
    )({ method: 'GET', path: '/healthz' });
    const after = Date.now();
    if (status !== 200) {
      const detail = `${server} responds with ${status}: check that it is the address of a Stagelink server.`;
      return [{ name: 'server', ok: false, detail }];
    }
    const answers = { name: 'server', ok: true, detail: `${server} responds in ${after - before} ms` };
    return [answers, checkClock(date, (before + after) / 2)];
  } catch (cause) {
    const { message, hint } = toCliError(cause);
    return [{ name: 'server', ok: false, detail: `${message} ${hint}` }];
  }
}

function checkClock(date: string | undefined, here: number): Check {
  const there = Date.parse(date ?? '');
  if (Number.isNaN(there)) return { name: 'clock', ok: true, detail: 'the server did not send its time' };
  const skew = Math.abs(here - there);
  return skew <= SKEW_MS
    ? { name: 'clock', ok: true, detail: 'matches the server’s clock' }
    : {
        name: 'clock',
        ok: false,
        detail: `is ${count(Math.round(skew / 60_000), 'minute')} from the server’s clock. Set the clock of this computer.`,
      };
}

async function checkSignIn(context: Context, server: string): Promise<Check> {
  const found = await tokenFor(context, server);
  if (!found) return { name: 'sign-in', ok: false, detail: 'not signed in. Run “stagelink login”.' };
  try {
    const { user } = await createClient(sendTo(context, server, found.token))(me, {});
    return { name: 'sign-in', ok: true, detail: `${user.email}, ${user.subscriptionDisplay}` };
  } catch (cause) {
    const { message, hint } = toCliError(cause);
    return { name: 'sign-in', ok: false, detail: `${message} ${hint}` };
  }
}

async function checkFolder(context: Context, server: string, folder: string): Promise<Check> {
  try {
    const { detectProject } = await import('@stagelink/shared/staging/node/detect');
    const { PATH, Path } = buildEnvironment(context.env); // Windows spells it “Path”.
    const searched = PATH ?? Path ?? '';
    const { kind, framework, commands } = await detectProject(folder, { searched });
    const uid = (await tokenFor(context, server))?.uid;
    const staged = uid ? readLink({ folder: realpathSync.native(folder), server, uid }).link : null;
    const how =
      kind === 'static'
        ? 'staged as it is'
        : `${framework ?? 'a project'}, built with “${commands.map(({ text }) => text).join('” and “')}”`;
    return {
      name: 'folder',
      ok: true,
      detail: `${folder}: ${how}${staged ? `; staged at ${staged.url}` : ''}`,
    };
  } catch (cause) {
    const { message, hint } = toCliError(cause);
    return { name: 'folder', ok: false, detail: `${message} ${hint}` };
  }
}
