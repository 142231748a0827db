import type { Review } from '@stagelink/shared/contracts/reviews';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { Popover } from '../../kit/Popover.tsx';
import { toast } from '../../kit/toast.ts';
import { errorMessage } from '../../lib/errorMessage.ts';
import type { Preview } from '../preview/usePreview.ts';
import { AnswerForm, type Decision } from './AnswerForm.tsx';
import { t } from './copy.ts';
import { Dismissible, type Failure } from './Dismissible.tsx';
import styles from './Decide.module.css';

interface DecideProps {
  snapshot: SnapshotView;
  preview: Preview;
  review: Review;
  decision: Decision;
}

/** A button that opens the one field of a decision. */
export function Decide({ snapshot, preview, review, decision }: DecideProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [trouble, setTrouble] = useState<Failure | null>(null);
  const isApproval = decision === 'approved';

  function end(): void {
    setIsOpen(false);
    toast(t('submitted'), { about: snapshot.name });
  }

  return (
    <Popover
      widthPx={340}
      className={styles.popover}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button size="small" variant={isApproval ? 'main' : 'plain'}>
          {t(isApproval ? 'approve' : 'requestChanges')}
        </Button>
      }
    >
      {trouble && <Dismissible trouble={trouble} onDismiss={() => setTrouble(null)} />}
      <AnswerForm
        snapshotId={snapshot.id}
        review={review}
        version={snapshot.version}
        seen={preview.version}
        isKept={preview.kept !== null && preview.kept.version !== null}
        only={decision}
        onDone={end}
        onFailed={(error) => setTrouble({ title: t('submitFailed'), reason: errorMessage(error, '') })}
      />
    </Popover>
  );
}
