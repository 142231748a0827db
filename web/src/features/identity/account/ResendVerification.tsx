import { useState } from 'react';
import { sendVerification } from './api.ts';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { t } from './copy.ts';

export function ResendVerification({ className }: { className: string | undefined }) {
  const [isSending, setIsSending] = useState(false);
  const [result, setResult] = useState('');

  async function send(): Promise<void> {
    setIsSending(true);
    setResult(
      await sendVerification().catch((error: unknown) => errorMessage(error, t('resendVerificationFailed'))),
    );
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
        {t('resendVerification')}
      </button>
      <output>{result}</output>
    </>
  );
}
