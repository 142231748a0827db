import type { Config } from '../platform/config.ts';
import { type Mailbox, openMailbox, type ReceivedEmail } from './mailbox.ts';
import { createWorld, type World } from './world.ts';

export interface MailWorld extends World {
  mailbox: Mailbox;
  /** Sends everything queued and returns the newest email to this address. */
  mailTo: (email: string) => Promise<ReceivedEmail>;
}

/** Creates a world whose server can send email, and its mail server. */
export async function createMailWorld(patch: Partial<Config> = {}): Promise<MailWorld> {
  const mailbox = await openMailbox();
  const from = { name: 'Stagelink', email: 'mail@stagelink.example' };
  const world = await createWorld({ mail: { url: mailbox.url, from }, ...patch });
  return {
    ...world,
    mailbox,
    async mailTo(email) {
      await world.drainJobs();
      const mail = mailbox.all.findLast(({ to }) => to === email);
      if (!mail) throw new Error(`No mail came to ${email}`);
      return mail;
    },
    async close() {
      await world.close();
      await mailbox.close();
    },
  };
}

/** Returns the token of the link in an email's button. */
export const tokenOf = ({ link }: ReceivedEmail): string => new URL(link).searchParams.get('token') ?? '';
