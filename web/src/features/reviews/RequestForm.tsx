import type { FormEvent } from 'react';
import { Button } from '../../kit/Button.tsx';
import { t as reviews } from './copy.ts';
import styles from './forms.module.css';
import { t } from './requestCopy.ts';
import { ReviewFields } from './ReviewFields.tsx';
import { useRequest } from './useRequest.ts';

interface RequestFormProps {
  snapshotId: string;
  onDone: () => void;
  onFailed: (error: unknown) => void;
  onBack: () => void;
}

export function RequestForm({ snapshotId, onDone, onFailed, onBack }: RequestFormProps) {
  const request = useRequest(snapshotId, onFailed);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await request.send()) onDone();
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <ReviewFields request={request} />
      <div className={styles.actions}>
        <Button type="submit" size="small" isLoading={request.isSending}>
          {t('send')}
        </Button>
        <Button variant="quiet" size="small" onClick={onBack}>
          {reviews('back')}
        </Button>
      </div>
    </form>
  );
}
