import { hostname } from 'node:os';
import { ApiError, createClient } from '@stagelink/shared/client/call';
import { login, logout, me, signInOptions } from '@stagelink/shared/contracts/accounts';
import { assertCompatible, signInWithBrowser } from '@stagelink/shared/client/signIn';
import { UserError } from '@stagelink/shared/client/userError';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { createToken } from '@stagelink/shared/contracts/tokens';
import { listenForBrowser } from '@stagelink/shared/signIn/loopback';
import { askSecret, askText, secretFromStdin } from '../prompt.ts';
import { openInBrowser } from '../browser.ts';
import { sendTo, serverOf } from '../connection.ts';
import { type Context, DEFAULT_SERVER, type Result, writeStatus } from '../context.ts';
import { cancelled, usage } from '../errors.ts';
import { keepSignIn, rememberedServer, type SignIn, signInFor } from '../store/accounts.ts';

export interface LoginOptions {
  email?: string;
  passwordStdin?: boolean;
  tokenStdin?: boolean;
}

/** Stores an access token for this computer, never the password. */
export async function run(context: Context, options: LoginOptions): Promise<Result> {
  const server = await chooseServer(context, options);
  const signedIn = await signIn(context, server, options);
  await revokeFormer(context, server, signedIn.token);
  const kept = await keepSignIn(server, signedIn);
  writeStatus(
    context,
    kept === 'keyring'
      ? 'The access token is in the system’s keyring.'
      : 'The access token is in a file that only you can read.',
  );
  return {
    data: { server, uid: signedIn.uid, email: signedIn.email, storedIn: kept },
    lines: [`Signed in to ${server} as ${signedIn.email}.`],
  };
}

async function chooseServer(context: Context, options: LoginOptions): Promise<string> {
  const isNamed = (context.server ?? context.env.STAGELINK_SERVER) !== undefined;
  const isScripted = options.email !== undefined || options.tokenStdin || context.env.STAGELINK_TOKEN;
  if (isNamed || isScripted || !context.interactive) return serverOf(context);
  const answer = await askText(context, `Server (Enter for ${rememberedServer() ?? DEFAULT_SERVER})`);
  return serverOf(answer?.trim() ? { ...context, server: answer.trim() } : context);
}

async function signIn(context: Context, server: string, options: LoginOptions): Promise<SignIn> {
  if (options.tokenStdin) return withToken(context, server, await secretFromStdin(context, '--token-stdin'));
  const given = context.env.STAGELINK_TOKEN?.trim();
  if (given && options.email === undefined) return withToken(context, server, given);
  if (options.email === undefined && context.interactive) return withBrowser(context, server);
  return withPassword(context, server, options);
}

async function withToken(context: Context, server: string, token: string): Promise<SignIn> {
  const { user } = await createClient(sendTo(context, server, token))(me, {});
  return { uid: user.uid, email: user.email, token, isOwn: false };
}

/** Opens the browser, which redirects to a port of this computer (RFC 8252). */
async function withBrowser(context: Context, server: string): Promise<SignIn> {
  const call = createClient(sendTo(context, server));
  assertCompatible(await call(signInOptions, {}), 'this command');
  const { user, sessionToken } = await signInWithBrowser({
    call,
    server,
    client: 'cli',
    device: hostname().slice(0, NAME_MAX),
    crypto,
    signal: context.signal,
    listen: listenForBrowser,
    async openBrowser(address) {
      writeStatus(context, `Sign in in your browser. If it does not open, open this link:\n${address}`);
      await openInBrowser(context, address);
    },
  }).catch((cause: unknown) => {
    const isRejected = cause instanceof UserError && cause.code === 'sign_in_rejected';
    throw isRejected ? cancelled(cause.message) : cause;
  });
  return { uid: user.uid, email: user.email, token: sessionToken, isOwn: true };
}

/** The message of an account that may not be used says what to do. */
function explainClosedAccount(cause: unknown): never {
  const isClosed = cause instanceof ApiError && cause.code === 'forbidden';
  throw isClosed ? new UserError('not_signed_in', cause.message) : cause;
}

async function withPassword(context: Context, server: string, options: LoginOptions): Promise<SignIn> {
  const hint =
    'Give --email and pipe the password with --password-stdin, or pipe an access token with --token-stdin.';
  if (!context.interactive && !(options.email !== undefined && options.passwordStdin)) {
    throw usage('Signing in needs a terminal.', hint);
  }
  const email = options.email ?? (await askText(context, 'Email'));
  const password = options.passwordStdin
    ? await secretFromStdin(context, '--password-stdin')
    : await askSecret(context, 'Password');
  const { user, sessionToken } = await createClient(sendTo(context, server))(login, {
    email,
    password,
  }).catch(explainClosedAccount);
  const asUser = createClient(sendTo(context, server, sessionToken));
  const description = `stagelink on ${hostname()}`.slice(0, NAME_MAX);
  const { token } = await asUser(createToken, { description });
  await asUser(logout, {});
  return { uid: user.uid, email: user.email, token, isOwn: true };
}

/**
 * A previous token that was created for this command would remain valid without anyone knowing it. A pasted one
 * may be in use elsewhere.
 */
async function revokeFormer(context: Context, server: string, token: string): Promise<void> {
  const former = await signInFor(server);
  if (!former || former.token === token) return;
  if (!former.isOwn) {
    writeStatus(context, 'The former access token stays valid until you delete it in the dashboard.');
    return;
  }
  await createClient(sendTo(context, server, former.token))(logout, {}).catch(() => {
    writeStatus(context, 'Failed to revoke the previous access token. Delete it in the dashboard.');
  });
}
