import { ApiError, createClient } from '@stagelink/shared/client/call';
import { logout } from '@stagelink/shared/contracts/accounts';
import { sendTo, serverOf } from '../connection.ts';
import { type Context, type Result, writeStatus } from '../context.ts';
import { notSignedIn } from '../errors.ts';
import { forgetSignIn, signInFor } from '../store/accounts.ts';

/**
 * Deletes the token here. Revokes it on the server before, only if it was created for this command, because a
 * pasted one may be in use elsewhere.
 */
export async function run(context: Context): Promise<Result> {
  const server = serverOf(context);
  const signedIn = await signInFor(server);
  if (!signedIn) throw notSignedIn(server);
  const { email, isOwn, token } = signedIn;
  if (isOwn) await revoke(context, server, token);
  await forgetSignIn(server);
  if (context.env.STAGELINK_TOKEN)
    writeStatus(context, 'STAGELINK_TOKEN is still set and will still be used.');
  const kept = isOwn ? [] : ['The access token stays valid until you delete it in the dashboard.'];
  return {
    data: { server, email, isRevoked: isOwn },
    lines: [`Signed out of ${server}.`, ...kept],
  };
}

async function revoke(context: Context, server: string, token: string): Promise<void> {
  try {
    await createClient(sendTo(context, server, token))(logout, {});
  } catch (cause) {
    // A token unknown to the server is revoked already. After any other failure it may be valid, so it is
    // kept.
    if (!(cause instanceof ApiError && cause.code === 'unauthenticated')) throw cause;
  }
}
