import { useEffect } from 'react';
import { useSearchParams } from '../../ui/router.ts';
import { toast } from '../../ui/toast.ts';
import { t } from '../../words/checkout.ts';

const SHOWN_FOR = 5000;
const NAMES = ['trial', 'billing', 'success'];

function messageOf(query: URLSearchParams): string | null {
  if (query.get('trial') === 'started') return t('trial');
  return query.get('billing') === 'success' || query.get('success') === 'true' ? t('subscribed') : null;
}

/** Somebody who comes back from paying is told how it went, once: the words are taken out of the address. */
export function useCheckoutReturn(): void {
  const [query, setQuery] = useSearchParams();
  const message = messageOf(query);
  useEffect(() => {
    if (message === null) return;
    toast(message, { shownFor: SHOWN_FOR });
    const rest = new URLSearchParams(window.location.search);
    for (const name of NAMES) rest.delete(name);
    setQuery(rest, { replace: true });
  }, [message, setQuery]);
}
