import {
  type Authorization,
  type exchangeCode,
  isAnswerable,
} from '@stagelink/shared/contracts/authorizations';
import { type Parsed, SCOPES } from '@stagelink/shared/contracts/endpoint';
import { CODE_SECONDS, NAME_MAX, SESSION_DAYS, TOKEN_DEFAULT_DAYS } from '@stagelink/shared/contracts/limits';
import { programName, returnAddress } from '@stagelink/shared/contracts/programs';
import { printOf } from '../accounts/print.ts';
import * as accounts from '../accounts/repo.ts';
import { enter, type SignedIn } from '../accounts/service.ts';
import type { App } from '../app.ts';
import { AppError } from '../http/errors.ts';
import type { Viewer } from '../http/viewer.ts';
import * as sessions from '../sessions/repo.ts';
import { issue, redeem, type Tickets } from '../tickets.ts';
import { create } from '../tokens/service.ts';
import { isVerifierOf } from './pkce.ts';

const signedOut = () => new AppError('unauthenticated', 'Please log in first.');

/** Used, too old, another program's, or of an account that is no more: nobody is told which. */
const refused = () =>
  new AppError('gone', 'This sign-in has expired or has been used. Please start signing in again.');

/** Gives the program that asks a code, by way of the browser. */
export async function authorize(app: App, viewer: Viewer, asked: Authorization): Promise<string> {
  if (!isAnswerable(asked)) {
    throw new AppError('invalid_input', 'A program cannot be signed in at this address.', {
      field: 'redirectUri',
    });
  }
  const user = await accounts.find(app.db, viewer.userId);
  const provenAt = await sessions.startedAt(app.db, viewer.credential.id);
  if (!user || !provenAt) throw signedOut();
  const { client, redirectUri, codeChallenge, state, device = '' } = asked;
  const grants = {
    userId: user.id,
    print: printOf(user),
    client,
    redirectUri,
    codeChallenge,
    device,
    provenAt: provenAt.toISOString(),
  };
  const code = await issue(app.db, 'program', grants, CODE_SECONDS);
  return returnAddress(redirectUri, { code, state });
}

function describe({ client, redirectUri, device }: Tickets['program']): string {
  const name = programName(client, redirectUri);
  const text = device === '' ? name : `${name} on ${device}`;
  return (text.charAt(0).toUpperCase() + text.slice(1)).slice(0, NAME_MAX);
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

export interface ProgramSignedIn extends SignedIn {
  expiresAt: Date;
}

/** Signs the program in: the companion shows the whole dashboard and needs a session, the others an access token. */
export async function exchange(
  app: App,
  { code, codeVerifier, redirectUri }: Parsed<typeof exchangeCode>,
  from: sessions.From,
): Promise<ProgramSignedIn> {
  // Outside the transaction: a code that somebody tried with a wrong verifier stays used up.
  const granted = await redeem(app.db, 'program', code);
  if (granted?.redirectUri !== redirectUri || !isVerifierOf(codeVerifier, granted.codeChallenge)) {
    throw refused();
  }
  return app.db.transaction(async (tx) => {
    const user = await accounts.lock(tx, granted.userId);
    if (!user || user.deactivatedAt || printOf(user) !== granted.print) throw refused();
    if (granted.client === 'companion') {
      const signedIn = await enter(tx, user, from, new Date(granted.provenAt));
      return { ...signedIn, expiresAt: inDays(SESSION_DAYS) };
    }
    const about = { description: describe(granted), scopes: [...SCOPES], expiresInDays: TOKEN_DEFAULT_DAYS };
    const { token, row } = await create(tx, user.id, about);
    return { user, sessionToken: token, expiresAt: row.expiresAt };
  });
}
