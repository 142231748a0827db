import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx';
import { t } from '../bulkCopy.ts';
import { DELETING, moving, type Plan } from '../bulk.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { TagsDialog } from './TagsDialog.tsx';

export type BulkDialog = 'delete' | 'move' | 'tags';

interface BulkDialogsProps {
  kind: BulkDialog;
  count: number;
  /** The selected project; null for several. */
  project: string | null;
  onPlan: (plan: Plan) => Promise<boolean>;
  onClose: () => void;
}

export function BulkDialogs({ kind, count, project, onPlan, onClose }: BulkDialogsProps) {
  switch (kind) {
    case 'tags':
      return <TagsDialog count={count} onPlan={onPlan} onClose={onClose} />;
    case 'move':
      return (
        <MoveDialog
          title={t('moveTitle', { count })}
          {...(project !== null && { current: project === NO_PROJECT ? null : project })}
          onMove={(project) => onPlan(moving(project))}
          onClose={onClose}
        />
      );
    case 'delete':
      return (
        <ConfirmDialog
          title={t('deleteTitle', { count })}
          text={t('deleteText')}
          action={t('delete')}
          onConfirm={() => onPlan(DELETING)}
          onClose={onClose}
        />
      );
  }
}
