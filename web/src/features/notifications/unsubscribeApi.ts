import type { Input } from '@stagelink/shared/contracts/endpoint';
import { unsubscribeFromMail } from '@stagelink/shared/contracts/notifications';
import { call } from '../../lib/api.ts';

type UnsubscribeInput = Input<typeof unsubscribeFromMail>;

/** Stops emails to the recipient of this token. Resolves to the server's message. */
export async function unsubscribe(stopped: UnsubscribeInput): Promise<string> {
  return (await call(unsubscribeFromMail, stopped)).message;
}
