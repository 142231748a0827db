import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Message } from './message.ts';

export interface Mail {
  /** False when no mail server is configured. */
  canSend: boolean;
  /** Hands one message to the mail server. Throws `MailRefused` when it will never take it, anything else when it may later. */
  send: (message: Message, messageId: string) => Promise<void>;
}

/** The mail server will not take this message, however often it is asked. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** Refused for good is what concerns this recipient or this message; a sender or a login that is refused can be mended. */
function isRefusal(cause: unknown): cause is Error {
  if (!(cause instanceof Error) || !('responseCode' in cause) || !('command' in cause)) return false;
  return Number(cause.responseCode) >= 500 && ['RCPT TO', 'DATA'].includes(String(cause.command));
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
    async send({ to, subject, text, html, headers }, messageId) {
      try {
        await transport.sendMail({
          from: { name: config.from.name, address: config.from.email },
          to: { name: to.name, address: to.email },
          subject,
          text,
          html,
          messageId: `<${messageId}@${hostname}>`,
          // Nobody's holiday notice should answer.
          headers: { ...headers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        });
      } catch (cause) {
        if (!isRefusal(cause)) throw cause;
        throw new MailRefused('The mail server refused a message', { cause });
      }
    },
  };
}
