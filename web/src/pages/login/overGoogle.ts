import { knownWords, type SentBy, sentBy } from './afterLogin.ts';

/** Of this tab: the history, which knows it otherwise, ends where Google begins. */
const KEY = 'stagelink-going-to';

/** Before somebody leaves for Google: where they were going. */
export function keepGoal(sent: SentBy | null): void {
  try {
    if (sent) sessionStorage.setItem(KEY, sent.from);
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without it the dashboard is where they arrive.
  }
}

/** Where somebody who comes back from Google, signed in or not, was going. */
export function keptGoal(query: URLSearchParams): SentBy | null {
  if (query.get('from') !== 'google' && query.get('error') !== 'google') return null;
  try {
    return sentBy({ from: sessionStorage.getItem(KEY) });
  } catch {
    return null;
  }
}

/** What the server is told of where to go on: back here, when only this tab knows. */
export function wordsForGoogle(query: URLSearchParams, sent: SentBy | null): URLSearchParams {
  const words = knownWords(query);
  return sent && !words.has('redirect') ? new URLSearchParams({ redirect: 'login' }) : words;
}
