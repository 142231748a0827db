import { type Authorization, type exchangeCode, isAnswerable } from '@stagelink/shared/contracts/oauth';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { CODE_SECONDS, NAME_MAX, SESSION_DAYS, TOKEN_DEFAULT_DAYS } from '@stagelink/shared/contracts/limits';
import { clientName, scopesOf, toRedirectUri } from '@stagelink/shared/domain/oauthClients';
import { assertOpen } from '../accounts/closed.ts';
import { credentialFingerprint } from '../accounts/fingerprint.ts';
import * as accounts from '../accounts/repo.ts';
import { startSession, type SignedIn } from '../accounts/service.ts';
import type { App } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import * as sessions from '../sessions/repo.ts';
import { issue, redeem, type Tickets } from '../../../platform/tickets.ts';
import { create } from '../tokens/service.ts';
import { isVerifierOf } from './pkce.ts';

const signedOut = () => new AppError('unauthenticated', 'Please log in first.');

/**
 * The code was used, has expired or belongs to another client or password; the message does not say which.
 */
const refused = () =>
  new AppError('gone', 'This sign-in has expired or was already used. Start signing in again.');

/** Returns the redirect that brings the client its code. */
export async function authorize(
  app: App,
  principal: Principal,
  authorization: Authorization,
): Promise<string> {
  if (!isAnswerable(authorization)) {
    throw new AppError('invalid_input', 'Sign-in to this redirect address is not allowed.', {
      field: 'redirectUri',
    });
  }
  const user = await accounts.find(app.db, principal.userId);
  const provenAt = await sessions.startedAt(app.db, principal.credential.id);
  if (!user || !provenAt) throw signedOut();
  const { client, redirectUri, codeChallenge, state, device = '' } = authorization;
  const grants = {
    userId: user.id,
    fingerprint: credentialFingerprint(user),
    client,
    redirectUri,
    codeChallenge,
    device,
    provenAt: provenAt.toISOString(),
  };
  const code = await issue(app.db, 'program', grants, CODE_SECONDS);
  return toRedirectUri(redirectUri, { code, state });
}

function describe({ client, redirectUri, device }: Tickets['program']): string {
  const name = clientName(client, redirectUri);
  const text = device === '' ? name : `${name} on ${device}`;
  return (text.charAt(0).toUpperCase() + text.slice(1)).slice(0, NAME_MAX);
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

export interface ProgramSignedIn extends SignedIn {
  expiresAt: Date;
}

/** Exchanges a code. The companion shows the whole dashboard and gets a session, other clients an access token. */
export async function exchange(
  app: App,
  { code, codeVerifier, redirectUri }: Parsed<typeof exchangeCode>,
  from: sessions.ClientInfo,
): Promise<ProgramSignedIn> {
  // Outside the transaction: a code tried with a wrong verifier stays redeemed.
  const granted = await redeem(app.db, 'program', code);
  if (granted?.redirectUri !== redirectUri || !isVerifierOf(codeVerifier, granted.codeChallenge)) {
    throw refused();
  }
  return app.db.transaction(async (tx) => {
    const user = await accounts.lockForUpdate(tx, granted.userId);
    if (!user || credentialFingerprint(user) !== granted.fingerprint) throw refused();
    assertOpen(user);
    if (granted.client === 'companion') {
      const signedIn = await startSession(tx, user, from, new Date(granted.provenAt));
      return { ...signedIn, expiresAt: inDays(SESSION_DAYS) };
    }
    const about = {
      description: describe(granted),
      scopes: scopesOf(granted.client),
      expiresInDays: TOKEN_DEFAULT_DAYS,
    };
    const { token, row } = await create(tx, user.id, about);
    return { user, sessionToken: token, expiresAt: row.expiresAt };
  });
}
