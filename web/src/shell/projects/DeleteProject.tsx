import type { Project } from '../../data/projects.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { t } from '../../words/projects.ts';
import { remove } from './acts.ts';

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
