import type { Project } from './api.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { t } from './copy.ts';
import { remove } from './actions.ts';

interface DeleteProjectProps {
  project: Project;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteProject({ project, onDeleted, onClose }: DeleteProjectProps) {
  async function confirm(): Promise<boolean> {
    const isDone = await remove(project);
    if (isDone) onDeleted();
    return isDone;
  }

  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: project.name })}
      text={t('deleteText')}
      action={t('delete')}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
