import { useEffect, useState } from 'react';
import { useSearchParams } from '../../ui/router.ts';

/**
 * The token of a mailed link; null when the link has none. It leaves the address at once, so that neither the
 * history nor a copied address holds it, and nothing is done with it until the person says so: whoever looks at mail
 * before its reader only opens the page.
 */
export function useMailedToken(): string | null {
  const [query, setQuery] = useSearchParams();
  const [token] = useState(() => query.get('token') || null);
  useEffect(() => setQuery({}, { replace: true }), [setQuery]);
  return token;
}
