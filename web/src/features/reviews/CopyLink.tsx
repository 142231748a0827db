import { useEffect, useRef, useState } from 'react';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from './copy.ts';
import { Button } from '../../kit/Button.tsx';
import styles from './ReviewerRow.module.css';

const SAID_FOR = 2000;

/** Copies a reviewer's personal link. */
export function CopyLink({ link }: { link: string }) {
  const [said, setSaid] = useState<'copied' | 'blocked' | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(): Promise<void> {
    const worked = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    setSaid(worked ? 'copied' : 'blocked');
    clearTimeout(timer.current);
    if (worked) timer.current = setTimeout(() => setSaid(null), SAID_FOR);
  }

  return (
    <>
      <Button variant="plain" size="small" onClick={() => void copy()}>
        {t(said === 'copied' ? 'linkCopied' : 'copyLink')}
      </Button>
      {said === 'blocked' && (
        <p className={styles['blocked']} role="alert">
          {common('copyBlocked')} <code>{link}</code>
        </p>
      )}
    </>
  );
}
