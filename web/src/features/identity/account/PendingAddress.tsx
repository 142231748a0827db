import { useMutation } from '@tanstack/react-query';
import { cancelAddressChange, useAddressChange } from './api.ts';
import { toast, toastFailure } from '../../../kit/toast.ts';
import { t } from './copy.ts';
import styles from './Account.module.css';

/** The new address, until its emailed link is opened. */
export function PendingAddress({ onCancelled }: { onCancelled: () => void }) {
  const { data: email = null } = useAddressChange();
  const cancelling = useMutation({
    mutationFn: cancelAddressChange,
    onSuccess: () => {
      onCancelled();
      toast(t('changeCancelled'));
    },
    onError: (error) => toastFailure(t('cancelChangeFailed'), error),
  });

  return (
    <output className={styles.pending}>
      {email !== null && (
        <>
          {t('changePending', { email })}
          <button
            type="button"
            className={styles.resend}
            disabled={cancelling.isPending}
            onClick={() => cancelling.mutate()}
          >
            {t('cancelChange')}
          </button>
        </>
      )}
    </output>
  );
}
