import type { Reviewer } from '@stagelink/shared/contracts/reviews';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { Alert } from '../../kit/Alert.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { toast, toastProblem } from '../../kit/toast.ts';
import { isSessionLost } from '../../lib/errorMessage.ts';
import { useSignInOptions } from '../identity/account/api.ts';
import { ResendVerification } from '../identity/account/ResendVerification.tsx';
import { t } from './copy.ts';
import styles from './ReviewDialog.module.css';
import { ReviewFields } from './ReviewFields.tsx';
import { ReviewLinks } from './ReviewLinks.tsx';
import { isUnverified, requestErrorText } from './reviewRequest.ts';
import { useRequest } from './useRequest.ts';

interface ReviewDialogProps {
  snapshot: Snapshot;
  onClose: () => void;
}

export function ReviewDialog({ snapshot, onClose }: ReviewDialogProps) {
  /** Reviewers whose links the owner must send. */
  const [toPassOn, setToPassOn] = useState<readonly Reviewer[]>([]);
  /** Why the owner must verify their email address first. */
  const [unverified, setUnverified] = useState<string | null>(null);
  const { data: options } = useSignInOptions();
  const request = useRequest(snapshot.id, (error) => {
    const { title, message } = requestErrorText(error);
    setUnverified(isUnverified(error) ? message : null);
    if (!isSessionLost(error) && !isUnverified(error)) toastProblem(title, message);
  });

  async function send(): Promise<boolean> {
    const review = await request.send();
    if (review === null) return false;
    toast(t('requested'), { about: snapshot.name });
    const linked = review.reviewers.filter(({ link }) => link !== null);
    setToPassOn(linked);
    return linked.length === 0;
  }

  if (toPassOn.length > 0) return <ReviewLinks reviewers={toPassOn} onClose={onClose} />;
  return (
    <FormDialog
      title={t('title')}
      action={t('send')}
      sending={request.sending}
      onSubmit={send}
      onClose={onClose}
    >
      {options && (
        <p className={styles.about}>
          {t(options.mail ? 'ofMailed' : 'ofNotMailed', { name: snapshot.name })}
        </p>
      )}
      <ReviewFields request={request} />
      {unverified !== null && (
        <Alert>
          {unverified}
          <ResendVerification className={styles.resend} />
        </Alert>
      )}
    </FormDialog>
  );
}
