import { useEffect, useRef, useState } from 'react';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from './copy.ts';

const SHOWN_MS = 2000;

const addressOf = (snapshotId: string, threadId: string | null) => {
  const hash = threadId === null ? '' : `#thread=${threadId}`;
  return `${window.location.origin}/s/${snapshotId}${hash}`;
};

/** Copies the link of a snapshot or thread, and shows the outcome for two seconds. */
export function useCopyLink(snapshotId: string) {
  const [copyResult, setCopyResult] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function say(text: string): void {
    setCopyResult(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopyResult(null), SHOWN_MS);
  }

  async function copy(threadId: string | null): Promise<void> {
    try {
      await navigator.clipboard.writeText(addressOf(snapshotId, threadId));
      say(t('linkCopied'));
    } catch {
      say(common('copyBlocked'));
    }
  }

  return { copy: (threadId: string | null) => void copy(threadId), copyResult };
}
