import type { IncomingMessage } from 'node:http';
import { GATE_DAYS } from '@stagelink/shared/contracts/limits';
import type { Context } from 'koa';
import * as z from 'zod';
import { readCookie, setCookie } from '../../platform/http/cookies.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { signedToken } from '../../platform/signedToken.ts';

// The cookie proves that this browser entered the password. It is signed over the snapshot and the password's revision,
// so a new password invalidates it.

const gateToken = signedToken(
  'gate',
  z.object({ snapshotId: z.string(), passwordRevision: z.coerce.number(), until: z.coerce.number() }),
);

const nameOf = (snapshotId: string) => `__Host-gate-${snapshotId}`;

interface ProtectedSnapshot {
  id: string;
  passwordRevision: number;
}

export function setGateCookie(
  ctx: Context,
  secrets: Secrets,
  { id, passwordRevision }: ProtectedSnapshot,
): void {
  const until = Date.now() + GATE_DAYS * 86_400_000;
  const token = gateToken.sign(secrets, { snapshotId: id, passwordRevision, until });
  setCookie(ctx, nameOf(id), token, GATE_DAYS * 86_400);
}

export function hasGateCookie(
  request: IncomingMessage,
  secrets: Secrets,
  { id, passwordRevision }: ProtectedSnapshot,
): boolean {
  const cookie = readCookie(request.headers.cookie, nameOf(id));
  const claims = cookie === null ? null : gateToken.verify(secrets, cookie);
  return (
    claims?.snapshotId === id && claims.passwordRevision === passwordRevision && claims.until > Date.now()
  );
}
