import type { LetterWords } from '../mail/letter.ts';
import type { App } from '../app.ts';

const PURPOSE = 'unsubscribe';

/** The addresses that stop this person's mails. They never end: a mail may be read years later. */
export function unsubscribeLinks(
  { config, secrets }: Pick<App, 'config' | 'secrets'>,
  userId: string,
): NonNullable<LetterWords['unsubscribe']> {
  const token = secrets.sign(PURPOSE, userId);
  return {
    pageUrl: `${config.appUrl}/unsubscribe?token=${token}`,
    postUrl: `${config.appUrl}/api/notifications/unsubscribe/${token}`,
  };
}

/** Whose token it is; null when nobody's. */
export const readUnsubscribe = ({ secrets }: Pick<App, 'secrets'>, token: string): string | null =>
  secrets.verify(PURPOSE, token);
