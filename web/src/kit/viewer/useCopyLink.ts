import { useEffect, useRef, useState } from 'react';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from '../copy.ts';

const SHOWN_MS = 2000;

/** Copies the link to a path of this server, and shows the outcome for two seconds. */
export function useCopyLink() {
  const [copyResult, setCopyResult] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function say(text: string): void {
    setCopyResult(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopyResult(null), SHOWN_MS);
  }

  async function copy(path: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(window.location.origin + path);
      say(t('linkCopied'));
    } catch {
      say(common('copyBlocked'));
    }
  }

  return { copy: (path: string) => void copy(path), copyResult };
}
