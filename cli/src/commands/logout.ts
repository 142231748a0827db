import { ApiError, createClient } from '@stagelink/shared/client';
import { logout } from '@stagelink/shared/contracts/accounts';
import { sendTo, serverOf } from '../connection.ts';
import { type Context, type Result, say } from '../context.ts';
import { notSignedIn } from '../exit.ts';
import { forgetSignIn, signInFor } from '../store/accounts.ts';

/** Revokes this machine's access token at the server, then forgets it here. */
export async function run(context: Context): Promise<Result> {
  const server = serverOf(context);
  const signedIn = await signInFor(server);
  if (!signedIn) throw notSignedIn(server);
  try {
    await createClient(sendTo(context, server, signedIn.token))(logout, {});
  } catch (cause) {
    // A token the server no longer knows is as revoked as can be; anything else leaves it alive, so it is kept.
    if (!(cause instanceof ApiError && cause.code === 'unauthenticated')) throw cause;
  }
  await forgetSignIn(server);
  if (context.env.STAGELINK_TOKEN) say(context, 'STAGELINK_TOKEN is still set and will still be used.');
  return { data: { server, email: signedIn.email }, lines: [`Signed out of ${server}.`] };
}
