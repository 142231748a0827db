import { Check } from 'lucide-react';
import { useState } from 'react';
import { sendVerification } from '../../../data/account.ts';
import { toast, toastFailure } from '../../../ui/toast.ts';
import { t } from '../../../words/settings.ts';
import styles from './Account.module.css';

/** Whether somebody has opened the link that was mailed to the address. */
export function Proof({ isProven }: { isProven: boolean }) {
  const [isSending, setIsSending] = useState(false);

  async function resend(): Promise<void> {
    setIsSending(true);
    try {
      toast(await sendVerification());
    } catch (error) {
      toastFailure(t('resendFailed'), error);
    } finally {
      setIsSending(false);
    }
  }

  if (isProven) {
    return (
      <span className={styles.verified}>
        <Check size={12} aria-hidden />
        {t('verified')}
      </span>
    );
  }
  return (
    <p className={styles.notVerified}>
      {t('notVerified')}
      <button type="button" className={styles.resend} disabled={isSending} onClick={() => void resend()}>
        {t('resend')}
      </button>
    </p>
  );
}
