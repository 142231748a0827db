import { ApiError, createClient } from '@stagelink/shared/client/call';
import { logout } from '@stagelink/shared/contracts/accounts';
import { sendTo, serverOf } from '../connection.ts';
import { type Context, type Result, writeStatus } from '../context.ts';
import { notSignedIn } from '../errors.ts';
import { forgetSignIn, signInFor } from '../store/accounts.ts';

/** Revokes the token on the server before deleting it here. */
export async function run(context: Context): Promise<Result> {
  const server = serverOf(context);
  const signedIn = await signInFor(server);
  if (!signedIn) throw notSignedIn(server);
  try {
    await createClient(sendTo(context, server, signedIn.token))(logout, {});
  } catch (cause) {
    // A token unknown to the server is revoked already. After any other failure it may be valid, so it is
    // kept.
    if (!(cause instanceof ApiError && cause.code === 'unauthenticated')) throw cause;
  }
  await forgetSignIn(server);
  if (context.env.STAGELINK_TOKEN)
    writeStatus(context, 'STAGELINK_TOKEN is still set and will still be used.');
  return { data: { server, email: signedIn.email }, lines: [`Signed out of ${server}.`] };
}
