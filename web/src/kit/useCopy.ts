import { useEffect, useRef, useState } from 'react';
import { t } from '../lib/commonCopy.ts';
import { toastProblem } from './toast.ts';

const SHOWN_FOR = 2000;

/** Copies text to the clipboard. Shows a toast and resolves to false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    toastProblem(t('copyBlocked'));
    return false;
  }
}

/** Like `copyText`; `copied` is true for two seconds after it worked. */
export function useCopy() {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(text: string): Promise<void> {
    if (!(await copyText(text))) return;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SHOWN_FOR);
  }

  return { copied, copy };
}
