import { realpathSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '@stagelink/shared/client';
import { me } from '@stagelink/shared/contracts/accounts';
import { buildEnvironment } from '@stagelink/shared/staging/environment';
import { count } from '@stagelink/shared/staging/words';
import { sendTo, serverOf, tokenFor } from '../connection.ts';
import type { Context, Result } from '../context.ts';
import { VERSION } from '../context.ts';
import { CliError, EXIT, toCliError } from '../exit.ts';
import { stagedFolder } from '../store/staged.ts';

interface Check {
  name: string;
  ok: boolean;
  detail: string;
}

/** Beyond this, signatures and expiries start to disagree between the two clocks. */
const SKEW_MS = 60_000;
const HEALTH_MS = 10_000;

/** Looks at everything staging needs, one line each; fails when something is wrong. */
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
  throw new CliError(
    EXIT.failed,
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
      const detail = `${server} answers with ${status}: is it the address of a Stagelink server?`;
      return [{ name: 'server', ok: false, detail }];
    }
    const answers = { name: 'server', ok: true, detail: `${server} answers in ${after - before} ms` };
    return [answers, checkClock(date, (before + after) / 2)];
  } catch (cause) {
    const { message, hint } = toCliError(cause);
    return [{ name: 'server', ok: false, detail: `${message} ${hint}` }];
  }
}

function checkClock(date: string | undefined, here: number): Check {
  const there = Date.parse(date ?? '');
  if (Number.isNaN(there)) return { name: 'clock', ok: true, detail: 'the server does not tell its time' };
  const skew = Math.abs(here - there);
  return skew <= SKEW_MS
    ? { name: 'clock', ok: true, detail: 'agrees with the server’s' }
    : {
        name: 'clock',
        ok: false,
        detail: `is ${count(Math.round(skew / 60_000), 'minute')} from the server’s: set this machine’s clock.`,
      };
}

async function checkSignIn(context: Context, server: string): Promise<Check> {
  const found = await tokenFor(context, server);
  if (!found) return { name: 'sign-in', ok: false, detail: 'nobody is signed in: run “stagelink login”.' };
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
    const { detectProject } = await import('@stagelink/shared/staging/detect');
    const { PATH, Path } = buildEnvironment(context.env); // Windows spells it “Path”.
    const searched = PATH ?? Path ?? '';
    const { kind, framework, commands } = await detectProject(folder, { searched });
    const uid = (await tokenFor(context, server))?.uid;
    const staged = uid ? stagedFolder(realpathSync.native(folder), server, uid) : null;
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
