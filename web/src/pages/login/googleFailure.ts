import { t } from '../../words/login.ts';

/** Why the way over Google did not end in a session, as the server says in the address; nothing when it was not tried. */
export function googleFailure(query: URLSearchParams): string | undefined {
  if (query.get('error') !== 'google') return undefined;
  switch (query.get('reason')) {
    case 'unavailable':
      return t('googleUnavailable');
    case 'email_taken':
      return t('googleNeedsPassword');
    case 'forbidden':
      return t('googleUnconfirmed');
    default:
      return t('googleFailed');
  }
}
