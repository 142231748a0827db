import { useSyncExternalStore } from 'react';

const subscribe = (tell) => {
  addEventListener('popstate', tell);
  return () => removeEventListener('popstate', tell);
};

export const usePath = () => useSyncExternalStore(subscribe, () => location.pathname);

export function go(event) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, '', event.currentTarget.href);
  dispatchEvent(new PopStateEvent('popstate'));
  scrollTo(0, 0);
}
