import type { IncomingMessage } from 'node:http';
import { GATE_DAYS } from '@stagelink/shared/contracts/limits';
import type { Context } from 'koa';
import { readCookie, setCookie } from '../http/cookies.ts';
import type { Secrets } from '../secrets.ts';

// The cookie proves that this browser gave the password: it is signed over the snapshot and the password's revision,
// so that a new password ends it, and its mere existence proves nothing.

const nameOf = (snapshotId: string) => `__Host-gate-${snapshotId}`;

interface Gated {
  id: string;
  passwordRevision: number;
}

export function setGateCookie(ctx: Context, secrets: Secrets, { id, passwordRevision }: Gated): void {
  const until = Date.now() + GATE_DAYS * 86_400_000;
  setCookie(ctx, nameOf(id), secrets.sign('gate', `${id}:${passwordRevision}:${until}`), GATE_DAYS * 86_400);
}

export function hasGateCookie(
  request: IncomingMessage,
  secrets: Secrets,
  { id, passwordRevision }: Gated,
): boolean {
  const cookie = readCookie(request.headers.cookie, nameOf(id));
  const payload = cookie === null ? null : secrets.verify('gate', cookie);
  const [snapshotId, revision, until] = payload?.split(':') ?? [];
  return snapshotId === id && revision === String(passwordRevision) && Number(until) > Date.now();
}
