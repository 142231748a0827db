import { useState } from 'react';
import type { Preview } from '../preview/usePreview.ts';

const NOTHING_FOUND: Preview['findings'] = new Map();

type Found = Pick<Preview, 'documents' | 'findings' | 'version'>;

/**
 * Returns what was found on a page of the shown version. A version that has just become live has none until the
 * page has been reloaded.
 */
export function useFindings({ documents, findings, version }: Found): Preview['findings'] {
  const [met, setMet] = useState({ documents, version });
  if (met.documents !== documents) setMet({ documents, version });
  return met.version === version ? findings : NOTHING_FOUND;
}
