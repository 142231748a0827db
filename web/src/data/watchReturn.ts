/** Calls back when the browser is online again or its page is looked at again. The returned function ends that. */
export function watchReturn(onReturn: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  for (const event of ['online', 'focus', 'pageshow']) window.addEventListener(event, onReturn, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && onReturn(), {
    signal,
  });
  return () => ended.abort();
}
