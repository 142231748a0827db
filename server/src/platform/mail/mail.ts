import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Message } from './message.ts';
import { pictureAttachment, withPicture } from './renderEmail.ts';

export interface Mail {
  canSend: boolean;
  /**
   * Passes one message to the mail server, with the bytes of its picture. Throws `MailRejected` for a permanent rejection, other errors for temporary
   * ones.
   */
  send: (message: Message, messageId: string, picture?: Buffer | null) => Promise<void>;
}

/** The mail server rejects this message permanently. */
export class MailRejected extends Error {
  override readonly name = 'MailRefused';
}

const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** The mailbox does not exist or is disabled (RFC 3463). 5.1.7 and 5.1.8 concern the sender. */
const NO_MAILBOX = /^5\d\d[ -]5\.(1\.(?![78]\b)\d{1,3}|2\.1)\b/;

/**
 * Only a recipient that does not exist is a permanent rejection. Mail servers use these codes for senders and logins
 * too, which can be corrected.
 */
function isRefusal(cause: unknown): cause is Error {
  if (!(cause instanceof Error) || !('response' in cause) || !('command' in cause)) return false;
  return cause.command === 'RCPT TO' && NO_MAILBOX.test(String(cause.response));
}

export function createMail(config: Config['mail'], appUrl: string): Mail {
  if (config === null) {
    return { canSend: false, send: () => Promise.reject(new Error('No mail server is configured')) };
  }
  const transport = createTransport({
    url: config.url,
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { hostname } = new URL(appUrl);
  return {
    canSend: true,
    async send({ to, subject, text, html, picture, headers }, messageId, bytes = null) {
      try {
        await transport.sendMail({
          from: { name: config.from.name, address: config.from.email },
          to: { name: to.name, address: to.email },
          subject,
          text,
          html: withPicture(html, bytes && (picture?.alt ?? '')),
          ...(bytes && { attachments: [pictureAttachment(bytes)] }),
          messageId: `<${messageId}@${hostname}>`,
          // Suppresses automatic replies.
          headers: { ...headers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        });
      } catch (cause) {
        if (!isRefusal(cause)) throw cause;
        throw new MailRejected('The mail server rejected a message', { cause });
      }
    },
  };
}
