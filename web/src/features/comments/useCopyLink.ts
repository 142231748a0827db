import { useEffect, useRef, useState } from 'react';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from './copy.ts';

const SAID_FOR = 2000;

const addressOf = (snapshotId: string, threadId: string | null) => {
  const hash = threadId === null ? '' : `#thread=${threadId}`;
  return `${window.location.origin}/s/${snapshotId}${hash}`;
};

/** Copies the link of a snapshot or thread, and shows the outcome for two seconds. */
export function useCopyLink(snapshotId: string) {
  const [said, setSaid] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function say(text: string): void {
    setSaid(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaid(null), SAID_FOR);
  }

  async function copy(threadId: string | null): Promise<void> {
    try {
      await navigator.clipboard.writeText(addressOf(snapshotId, threadId));
      say(t('linkCopied'));
    } catch {
      say(common('copyBlocked'));
    }
  }

  return { copy: (threadId: string | null) => void copy(threadId), said };
}
