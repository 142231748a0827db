import { useEffect, useRef, useState } from 'react';
import { t as common } from '../../../words/common.ts';
import { t } from '../../../words/reviews.ts';
import { button } from '../controls.ts';
import styles from './ReviewerRow.module.css';

const SAID_FOR = 2000;

/** The personal link of a reviewer, for an owner who passes it on by hand. */
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
      <button type="button" className={button('plain', 'small')} onClick={() => void copy()}>
        {t(said === 'copied' ? 'linkCopied' : 'copyLink')}
      </button>
      {said === 'blocked' && (
        <p className={styles['blocked']} role="alert">
          {common('copyBlocked')} <code>{link}</code>
        </p>
      )}
    </>
  );
}
