import { knownWords, type SentBy, sentBy } from './returnTo.ts';

/** Per tab: history state is lost at Google's page. */
const KEY = 'stagelink-going-to';

/** Saves the target before leaving for Google. */
export function saveReturnTo(sent: SentBy | null): void {
  try {
    if (sent) sessionStorage.setItem(KEY, sent.from);
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage, the user arrives at the dashboard.
  }
}

/** Returns the saved target after returning from Google, signed in or not. */
export function keptGoal(query: URLSearchParams): SentBy | null {
  if (query.get('from') !== 'google' && query.get('error') !== 'google') return null;
  try {
    return sentBy({ from: sessionStorage.getItem(KEY) });
  } catch {
    return null;
  }
}

/** Returns the query for the server: it redirects back here when only this tab knows the target. */
export function wordsForGoogle(query: URLSearchParams, sent: SentBy | null): URLSearchParams {
  const words = knownWords(query);
  return sent && !words.has('redirect') ? new URLSearchParams({ redirect: 'login' }) : words;
}
