import { useState } from 'react';
import { sendVerification } from '../data/account.ts';
import { sentence } from '../data/sentence.ts';
import { t } from '../words/review.ts';

/** Mails the link again that verifies the account's own address, and says what came of it. */
export function ResendVerification({ className }: { className: string | undefined }) {
  const [isSending, setIsSending] = useState(false);
  const [said, setSaid] = useState('');

  async function send(): Promise<void> {
    setIsSending(true);
    setSaid(await sendVerification().catch((error: unknown) => sentence(error, t('resendFailed'))));
    setIsSending(false);
  }

  return (
    <>
      <button
        type="button"
        className={className}
        aria-busy={isSending}
        disabled={isSending}
        onClick={() => void send()}
      >
        {t('resend')}
      </button>
      <output>{said}</output>
    </>
  );
}
