import type { Project } from '../../data/projects.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { t } from '../../words/projects.ts';
import { remove } from './acts.ts';

export function DeleteProject({ project, onClose }: { project: Project; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: project.name })}
      text={t('deleteText')}
      action={t('delete')}
      onConfirm={() => remove(project)}
      onClose={onClose}
    />
  );
}
