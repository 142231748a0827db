import { Button } from '../../kit/Button.tsx';
import { t } from './copy.ts';
import { Line } from '../../kit/layout/Line.tsx';
import styles from './forms.module.css';
import { ReviewFields } from './ReviewFields.tsx';
import { useRequest } from './useRequest.ts';

interface RequestFormProps {
  snapshotId: string;
  /** The key of what was typed. */
  keptAs: string;
  onDone: () => void;
  onFailed: (error: unknown) => void;
  onBack: () => void;
}

export function RequestForm({ snapshotId, keptAs, onDone, onFailed, onBack }: RequestFormProps) {
  const request = useRequest(snapshotId, onFailed, keptAs);

  const { formProps, isSending, run } = request.sending;
  const isSent = async () => (await request.send()) !== null;

  async function submit(): Promise<void> {
    if (await run(isSent)) onDone();
  }

  return (
    <form className={styles.form} {...formProps(submit)}>
      <ReviewFields request={request} />
      <Line gap="small" isWrapping>
        <Button type="submit" size="small" isLoading={isSending}>
          {t('send')}
        </Button>
        <Button variant="quiet" size="small" onClick={onBack}>
          {t('back')}
        </Button>
      </Line>
    </form>
  );
}
