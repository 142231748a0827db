import { Check } from 'lucide-react';
import { useState } from 'react';
import { sendVerification } from './api.ts';
import { toast, toastFailure } from '../../../kit/toast.ts';
import { t } from './copy.ts';
import styles from './Account.module.css';

export function EmailVerificationBadge({ isProven }: { isProven: boolean }) {
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
