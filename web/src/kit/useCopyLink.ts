import { useEffect, useRef, useState } from 'react';
import { t as common } from '../lib/commonCopy.ts';
import { copyText } from '../lib/copyText.ts';
import { t } from './copy.ts';

const SHOWN_MS = 2000;

/** Copies the link to a path of this server, and says so for two seconds. A link that cannot be copied is shown. */
export function useCopyLink() {
  const [copyResult, setCopyResult] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(path: string): Promise<void> {
    const link = window.location.origin + path;
    const isCopied = await copyText(link);
    setCopyResult(isCopied ? t('linkCopied') : `${common('copyBlocked')} ${link}`);
    clearTimeout(timer.current);
    if (isCopied) timer.current = setTimeout(() => setCopyResult(null), SHOWN_MS);
  }

  return { copy: (path: string) => void copy(path), copyResult };
}
