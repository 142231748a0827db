import { t } from './copy.ts';

/** Returns why a sign-in with Google failed, from the query the server redirects with. */
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
