import type { Config } from '../config.ts';
import { type Mailbox, openMailbox, type Received } from './mailbox.ts';
import { createWorld, type World } from './world.ts';

export interface MailWorld extends World {
  mailbox: Mailbox;
  /** The newest mail to this address, once everything that waits has been sent. */
  mailTo: (email: string) => Promise<Received>;
}

/** A world whose server can send mail, and the mail server that takes it. */
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

/** The token of the link that a mail's button opens. */
export const tokenOf = ({ link }: Received): string => new URL(link).searchParams.get('token') ?? '';
