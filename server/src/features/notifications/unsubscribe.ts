import type { EmailContent } from '../../platform/mail/renderEmail.ts';
import type { App } from '../../platform/context.ts';

const PURPOSE = 'unsubscribe';

/** Returns the unsubscribe URLs of this user. They never expire: an email may be read years later. */
export function unsubscribeLinks(
  { config, secrets }: Pick<App, 'config' | 'secrets'>,
  userId: string,
): NonNullable<EmailContent['unsubscribe']> {
  const token = secrets.sign(PURPOSE, userId);
  return {
    pageUrl: `${config.appUrl}/unsubscribe?token=${token}`,
    postUrl: `${config.appUrl}/api/notifications/unsubscribe/${token}`,
  };
}

/** Returns the user id in the token, or null. */
export const readUnsubscribe = ({ secrets }: Pick<App, 'secrets'>, token: string): string | null =>
  secrets.verify(PURPOSE, token);
