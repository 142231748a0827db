import type { Input } from '@stagelink/shared/contracts/endpoint';
import { unsubscribeFromMail } from '@stagelink/shared/contracts/notifications';
import { call } from './api.ts';

type Stopped = Input<typeof unsubscribeFromMail>;

/** Stops the mails of whoever got this token in one. What the server says about it. */
export async function unsubscribe(stopped: Stopped): Promise<string> {
  return (await call(unsubscribeFromMail, stopped)).message;
}
