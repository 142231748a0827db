import { assignThread } from '@stagelink/shared/contracts/assignments';
import type { Comment } from '@stagelink/shared/contracts/comments';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { assign, useAssignees } from './threadApi.ts';
import { t } from './copy.ts';
import { Line } from '../../kit/layout/Line.tsx';
import styles from './AssignButton.module.css';
import type { ThreadActions } from './threadsContext.ts';

interface AssignButtonProps {
  comment: Comment;
  actions: ThreadActions;
}

const NO_ONE = '';

function AssignForm({ comment, actions, onClose }: AssignButtonProps & { onClose: () => void }) {
  const { data: people = [], isPending, isError } = useAssignees(comment.snapshotId);
  const [chosen, setChosen] = useState(comment.assignee?.id ?? NO_ONE);
  const [dueOn, setDueOn] = useState(comment.dueOn ?? '');
  const { formProps, send, errorAt } = useFormSubmit(t('assignFailed'));
  // A former reviewer or commenter stays until someone else is chosen.
  const current = comment.assignee;
  const known = current && people.every(({ id }) => id !== current.id) ? [current, ...people] : people;
  const options = [
    { value: NO_ONE, label: t('noOne') },
    ...known.map(({ id, name, isYou }) => ({ value: id, label: isYou ? t('assigneeYou', { name }) : name })),
  ];

  function save(): void {
    const assignee = known.find(({ id }) => id === chosen) ?? null;
    const { id, snapshotId } = comment;
    const due = dueOn || null;
    void send(
      assignThread,
      { id: snapshotId, commentId: id, assignee: assignee?.id ?? null, dueOn: due },
      async () => {
        onClose();
        void actions.act(id, t('assignFailed'), () => assign(comment, { assignee, dueOn: due }));
      },
    );
  }

  return (
    <form className={styles.form} {...formProps(save)}>
      <Select
        label={t('person')}
        options={options}
        value={chosen}
        disabled={isPending}
        error={isError && t('assignmentLoadFailed')}
        onChange={setChosen}
      />
      <TextField
        type="date"
        name="dueOn"
        error={errorAt('dueOn')}
        label={t('dueOn')}
        min="2000-01-01"
        max="2999-12-31"
        value={dueOn}
        onChange={setDueOn}
      />
      <Line gap="small" justify="end">
        <Button variant="plain" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" disabled={isPending}>
          {t('save')}
        </Button>
      </Line>
    </form>
  );
}

/** Opens the form that assigns a thread, for its snapshot's owner. */
export function AssignButton({ comment, actions }: AssignButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (!comment.can.assign) return null;
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setIsOpen(true)}>
        <UserRoundPlus size={14} />
        {t('assign')}
      </Button>
      {isOpen && (
        <Dialog hasCloseButton widthPx={400} title={t('assignTitle')} onClose={close}>
          <AssignForm comment={comment} actions={actions} onClose={close} />
        </Dialog>
      )}
    </>
  );
}
