import { TOKEN_DEFAULT_DAYS } from '@stagelink/shared/contracts/limits';
import type { App } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { hashSecret, newSecret } from '../../../platform/secrets.ts';
import { keep, peek, redeem } from '../../../platform/tickets.ts';
import { credentialFingerprint } from '../accounts/fingerprint.ts';
import * as accounts from '../accounts/repo.ts';
import { isVerifierOf } from '../oauth/pkce.ts';
import * as tokens from '../tokens/repo.ts';
import { isAgentToken, newAgentToken } from '../tokens/secret.ts';
import { end } from '../tokens/service.ts';
import { isOurResource } from './consent.ts';
import * as repo from './repo.ts';

const ACCESS_SECONDS = 60 * 60;
/** As long as the tokens of a stolen code could be in use unnoticed. */
const SPENT_SECONDS = 24 * 60 * 60;

/** An error in the words of the protocol (RFC 6749, 5.2). */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

const invalidGrant = () =>
  new Refusal('invalid_grant', 'This code or token was used, has expired, or belongs to another program.');

/** The reply to a client (RFC 6749, 5.1). */
export interface IssuedTokens {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}

type Parameters = ReadonlyMap<string, string>;

const fromNow = (seconds: number) => new Date(Date.now() + seconds * 1000);

/** Names its token, so that a former one is recognized and ends it. */
const newRefreshToken = (id: string): string => `stl_ref_${id}_${newSecret()}`;
const REFRESH = /^stl_ref_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_[\w-]{43}$/;
const idOfRefreshToken = (token: string): string | undefined => REFRESH.exec(token)?.[1];

function newSecrets(id: string) {
  const [access, refresh] = [newAgentToken(), newRefreshToken(id)];
  const stored = {
    tokenHash: hashSecret(access),
    refreshHash: hashSecret(refresh),
    usableUntil: fromNow(ACCESS_SECONDS),
    expiresAt: fromNow(TOKEN_DEFAULT_DAYS * 86_400),
  };
  return { access, refresh, stored };
}

const toReply = (
  { access, refresh }: { access: string; refresh: string },
  scopes: readonly string[],
): IssuedTokens => ({
  access_token: access,
  token_type: 'Bearer',
  expires_in: ACCESS_SECONDS,
  refresh_token: refresh,
  scope: scopes.join(' '),
});

/** Ends the tokens of a code that is exchanged again (RFC 6749, 4.1.2). */
async function endStolen(tx: Tx, code: string): Promise<null> {
  const spent = await peek(tx, 'spentAgentCode', code);
  if (spent) await end(tx, spent.userId, spent.tokenId);
  return null;
}

async function redeemCode(tx: Tx, given: Parameters): Promise<IssuedTokens | null> {
  const code = given.get('code') ?? '';
  const known = await peek(tx, 'agentCode', code);
  // The account first, as when its tickets are deleted with it.
  const user = known && (await accounts.lockForUpdate(tx, known.userId));
  const granted = await redeem(tx, 'agentCode', code);
  if (!granted) return endStolen(tx, code);
  const { userId, fingerprint, tokenId: id, agent } = granted;
  const isTheirs =
    given.get('client_id') === agent.clientId &&
    given.get('redirect_uri') === agent.redirectUri &&
    isVerifierOf(given.get('code_verifier') ?? '', agent.codeChallenge);
  if (!isTheirs || !user || user.deactivatedAt || credentialFingerprint(user) !== fingerprint) return null;
  const { stored, ...secrets } = newSecrets(id);
  const token = { id, userId, description: agent.name, scopes: agent.scopes, expiresAt: stored.expiresAt };
  await tokens.insert(tx, { ...token, isPersonal: false }, stored.tokenHash);
  await repo.insertToken(tx, { id, clientId: agent.clientId, address: agent.address, ...stored });
  await repo.noteUse(tx, agent.clientId);
  const spent = { userId, tokenId: id };
  await keep(tx, 'spentAgentCode', { ticket: code, grants: spent, seconds: SPENT_SECONDS });
  return toReply(secrets, agent.scopes);
}

/** Replaces both secrets. A former refresh token ends the access: one of two programs has stolen it. */
async function refresh(tx: Tx, given: Parameters): Promise<IssuedTokens | null> {
  const token = given.get('refresh_token') ?? '';
  const id = idOfRefreshToken(token);
  const row = id === undefined ? undefined : await repo.lockToken(tx, id);
  if (!row?.isValid || row.clientId !== given.get('client_id')) return null;
  if (!row.refreshHash.equals(hashSecret(token))) {
    await end(tx, row.userId, row.id);
    return null;
  }
  const { stored, ...secrets } = newSecrets(row.id);
  await repo.renewToken(tx, row.id, stored);
  await repo.noteUse(tx, row.clientId);
  return toReply(secrets, row.scopes);
}

const GRANTS: Readonly<Record<string, typeof refresh>> = {
  authorization_code: redeemCode,
  refresh_token: refresh,
};

/** Answers the token endpoint. What a refusal ends stays ended, so it is thrown after the transaction. */
export async function exchange(app: App, given: Parameters): Promise<IssuedTokens> {
  const type = given.get('grant_type') ?? '';
  const grant = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined;
  if (!grant) throw new Refusal('unsupported_grant_type', 'Exchange a code or a refresh token.');
  if (!isOurResource(app, given.get('resource') ?? null))
    throw new Refusal('invalid_target', 'Tokens for that resource come from another server.');
  const issued = await app.db.transaction((tx) => grant(tx, given));
  if (!issued) throw invalidGrant();
  return issued;
}

/** Ends the access that a token of this client gives. An unknown token is none (RFC 7009, 2.2). */
export async function revoke(app: App, given: Parameters): Promise<void> {
  const token = given.get('token') ?? '';
  await app.db.transaction(async (tx) => {
    const ofAccess = isAgentToken(token) ? await repo.idOfToken(tx, hashSecret(token)) : undefined;
    const id = ofAccess ?? idOfRefreshToken(token);
    const row = id === undefined ? undefined : await repo.lockToken(tx, id);
    if (!row || row.clientId !== given.get('client_id')) return;
    if (ofAccess === undefined && !row.refreshHash.equals(hashSecret(token))) return;
    await end(tx, row.userId, row.id);
  });
}
