import { useEffect, useRef, useState } from 'react';
import { t } from '../lib/commonCopy.ts';
import { copyText } from '../lib/copyText.ts';
import { toastProblem } from './toast.ts';

const SHOWN_FOR = 2000;

/** Copies text to the clipboard. Shows it in a toast and resolves to false if the browser does not allow it. */
export async function copyOrShow(text: string): Promise<boolean> {
  const isCopied = await copyText(text);
  if (!isCopied) toastProblem(t('copyBlocked'), text);
  return isCopied;
}

/** Like `copyOrShow`; `copied` is true for two seconds after it worked. */
export function useCopy() {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(text: string): Promise<void> {
    if (!(await copyOrShow(text))) return;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SHOWN_FOR);
  }

  return { copied, copy };
}
