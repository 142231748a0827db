import { useEffect } from 'react';
import { useSearchParams } from '../../lib/router.ts';
import { toast } from '../../kit/toast.ts';
import { checkout as t } from './copy.ts';

const SHOWN_FOR = 5000;
const NAMES = ['trial', 'billing', 'success'];

function messageOf(query: URLSearchParams): string | null {
  if (query.get('trial') === 'started') return t('trial');
  if (query.get('billing') === 'unconfirmed') return t('unconfirmed');
  return query.get('billing') === 'success' || query.get('success') === 'true' ? t('subscribed') : null;
}

/** Shows the outcome of a checkout once and removes it from the URL. */
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
