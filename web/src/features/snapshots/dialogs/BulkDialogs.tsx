import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx';
import { t } from '../copy.ts';
import { DELETING, moving, type Plan, tagging } from '../bulk.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { useState } from 'react';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { TagsField } from './TagsField.tsx';

interface TagsDialogProps {
  count: number;
  onPlan: (plan: Plan) => Promise<boolean>;
  onClose: () => void;
}

/** Adds and removes tags of many snapshots. */
function TagsDialog({ count, onPlan, onClose }: TagsDialogProps) {
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const [isTyping, setIsTyping] = useState(false);
  return (
    <FormDialog
      title={t('tagsTitle', { count })}
      action={t('apply')}
      isIncomplete={add.length + remove.length === 0 && !isTyping}
      onSubmit={() => onPlan(tagging(add, remove))}
      onClose={onClose}
    >
      <TagsField label={t('tagsAdd')} value={add} onChange={setAdd} onTyping={setIsTyping} isFirst />
      <TagsField label={t('tagsRemove')} value={remove} onChange={setRemove} onTyping={setIsTyping} />
    </FormDialog>
  );
}

export type BulkDialog = 'delete' | 'move' | 'tags';

interface BulkDialogsProps {
  kind: BulkDialog;
  count: number;
  /** Matches that came after the selection, which does not include them. */
  arrived: number;
  /** The project that the list shows; undefined for all. */
  project: string | undefined;
  onPlan: (plan: Plan) => Promise<boolean>;
  onClose: () => void;
}

export function BulkDialogs({ kind, count, arrived, project, onPlan, onClose }: BulkDialogsProps) {
  switch (kind) {
    case 'tags':
      return <TagsDialog count={count} onPlan={onPlan} onClose={onClose} />;
    case 'move':
      return (
        <MoveDialog
          title={t('moveTitle', { count })}
          {...(project !== undefined && { current: project === NO_PROJECT ? null : project })}
          onMove={(project) => onPlan(moving(project))}
          onClose={onClose}
        />
      );
    case 'delete':
      return (
        <ConfirmDialog
          title={t('manyDeleteTitle', { count })}
          text={
            arrived === 0 ? t('manyDeleteText') : `${t('arrived', { count: arrived })} ${t('manyDeleteText')}`
          }
          action={t('delete')}
          onConfirm={() => onPlan(DELETING)}
          onClose={onClose}
        />
      );
  }
}
