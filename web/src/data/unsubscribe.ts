import { unsubscribeFromMail } from '@stagelink/shared/contracts/notifications';
import { call } from './api.ts';

/** Stops the mails of whoever got this token in one. What the server says about it. */
export async function unsubscribe(token: string): Promise<string> {
  return (await call(unsubscribeFromMail, { token })).message;
}
