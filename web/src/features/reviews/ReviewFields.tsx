import { NOTES_MAX } from '@stagelink/shared/contracts/limits';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { t } from './copy.ts';
import { Reviewers } from './Reviewers.tsx';
import type { ReviewRequest } from './useRequest.ts';

export function ReviewFields({ request }: { request: ReviewRequest }) {
  return (
    <>
      <Reviewers request={request} />
      <TextField
        type="date"
        name="deadline"
        error={request.badDeadline !== null && <span role="alert">{request.badDeadline}</span>}
        label={t('deadline')}
        description={t('deadlineHint')}
        min={request.earliest}
        value={request.deadline}
        onChange={request.setDeadline}
      />
      <TextArea
        label={t('notes')}
        description={t('notesHint')}
        rows={3}
        maxLength={NOTES_MAX}
        value={request.notes}
        onChange={request.setNotes}
      />
    </>
  );
}
