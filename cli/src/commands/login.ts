import { hostname } from 'node:os';
import { createClient } from '@stagelink/shared/client';
import { login, logout, me } from '@stagelink/shared/contracts/accounts';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { createToken } from '@stagelink/shared/contracts/tokens';
import { askSecret, askText, secretFromStdin } from '../ask.ts';
import { sendTo, serverOf } from '../connection.ts';
import { type Context, DEFAULT_SERVER, type Result, say } from '../context.ts';
import { usage } from '../exit.ts';
import { keepSignIn, rememberedServer, signInFor } from '../store/accounts.ts';

export interface LoginOptions {
  email?: string;
  passwordStdin?: boolean;
  tokenStdin?: boolean;
}

interface SignedIn {
  uid: string;
  email: string;
  token: string;
}

/** Signs in and keeps an access token of this machine; a password is never stored. */
export async function run(context: Context, options: LoginOptions): Promise<Result> {
  const server = await chooseServer(context, options);
  const signedIn = await signIn(context, server, options);
  await revokeFormer(context, server, signedIn.token);
  const kept = await keepSignIn(server, signedIn);
  say(
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

async function signIn(context: Context, server: string, options: LoginOptions): Promise<SignedIn> {
  if (options.tokenStdin) return withToken(context, server, await secretFromStdin(context, '--token-stdin'));
  const given = context.env.STAGELINK_TOKEN?.trim();
  if (given && options.email === undefined) return withToken(context, server, given);
  return withPassword(context, server, options);
}

async function withToken(context: Context, server: string, token: string): Promise<SignedIn> {
  const { user } = await createClient(sendTo(context, server, token))(me, {});
  return { uid: user.uid, email: user.email, token };
}

async function withPassword(context: Context, server: string, options: LoginOptions): Promise<SignedIn> {
  const hint =
    'Give --email and pipe the password with --password-stdin, or pipe an access token with --token-stdin.';
  if (!context.interactive && !(options.email !== undefined && options.passwordStdin)) {
    throw usage('There is no terminal to ask for email and password.', hint);
  }
  const email = options.email ?? (await askText(context, 'Email'));
  const password = options.passwordStdin
    ? await secretFromStdin(context, '--password-stdin')
    : await askSecret(context, 'Password');
  const { user, sessionToken } = await createClient(sendTo(context, server))(login, { email, password });
  const asUser = createClient(sendTo(context, server, sessionToken));
  const description = `stagelink on ${hostname()}`.slice(0, NAME_MAX);
  const { token } = await asUser(createToken, { description });
  await asUser(logout, {});
  return { uid: user.uid, email: user.email, token };
}

/** Signing in again must not leave a living token behind that nobody remembers. */
async function revokeFormer(context: Context, server: string, token: string): Promise<void> {
  const former = await signInFor(server);
  if (!former || former.token === token) return;
  await createClient(sendTo(context, server, former.token))(logout, {}).catch(() => {
    say(
      context,
      'The access token of the former sign-in could not be revoked; you can delete it in the dashboard.',
    );
  });
}
