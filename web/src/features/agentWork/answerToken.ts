const LINK = /^#answer=([\w.-]+)&thread=([\da-f-]{36})$/;
const KEPT = 'stagelink-answer';

/** Removes the proof in an emailed link from the address, where it would be copied. It is kept while this tab is open. */
export function takeAnswerToken(): void {
  const { pathname, search, hash } = window.location;
  const [, token, thread] = LINK.exec(hash) ?? [];
  if (token === undefined || thread === undefined) return;
  try {
    sessionStorage.setItem(`${KEPT} ${thread}`, token);
  } catch {
    // The browser blocks storage: the link can be opened again.
  }
  window.history.replaceState(window.history.state, '', `${pathname}${search}#thread=${thread}`);
}

/** Returns the proof that the reader began a thread, if they came by the link in an email about it. */
export function answerTokenFor(thread: string): string | null {
  const [, token, named] = LINK.exec(window.location.hash) ?? [];
  if (token !== undefined && named === thread) return token;
  try {
    return sessionStorage.getItem(`${KEPT} ${thread}`);
  } catch {
    return null;
  }
}
