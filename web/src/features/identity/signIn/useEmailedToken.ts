import { useEffect, useState } from 'react';
import { useSearchParams } from '../../../lib/router.ts';

/**
 * Returns the token of an emailed link, or null. Removes it from the address at once, so that neither the
 * history nor a copied address contains it. Nothing happens without a press: mail scanners open links.
 */
export function useEmailedToken(): string | null {
  const [query, setQuery] = useSearchParams();
  const [token] = useState(() => query.get('token') || null);
  useEffect(() => setQuery({}, { replace: true }), [setQuery]);
  return token;
}
