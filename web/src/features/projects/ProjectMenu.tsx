import { Archive, ArchiveRestore, ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import type { RefObject } from 'react';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu, MenuItem } from '../../kit/Menu.tsx';
import type { Project } from './api.ts';
import { t } from './copy.ts';
import * as acts from './actions.ts';
import styles from './Projects.module.css';

interface ProjectMenuProps {
  button: RefObject<HTMLButtonElement | null>;
  project: Project;
  /** Omitted if it cannot be moved. */
  onMove?: { up?: () => void; down?: () => void };
  isEditing: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

export function ProjectMenu({ button, project, onMove, isEditing, onEdit, onDelete }: ProjectMenuProps) {
  const isFull = project.snapshotCount > 0;
  const { up, down } = onMove ?? {};

  function askToDelete(): void {
    // The confirmation returns the focus here: the menu item is gone by then.
    button.current?.focus();
    onDelete();
  }

  return (
    <Menu
      widthPx={196}
      returnsFocus={!isEditing}
      trigger={
        <IconButton
          ref={button}
          size="small"
          className={styles.more}
          label={t('more', { name: project.name })}
        >
          <Ellipsis size={14} />
        </IconButton>
      }
    >
      {!project.isArchived && (
        <>
          <MenuItem icon={Pencil} onSelect={onEdit}>
            {t('edit')}
          </MenuItem>
          <MenuItem icon={ArrowUp} disabled={!up} onSelect={up}>
            {t('moveUp')}
          </MenuItem>
          <MenuItem icon={ArrowDown} disabled={!down} onSelect={down}>
            {t('moveDown')}
          </MenuItem>
        </>
      )}
      {project.isArchived ? (
        <MenuItem icon={ArchiveRestore} onSelect={() => void acts.unarchive(project)}>
          {t('unarchive')}
        </MenuItem>
      ) : (
        <MenuItem icon={Archive} onSelect={() => void acts.archive(project)}>
          {t('archive')}
        </MenuItem>
      )}
      <MenuItem
        isDanger
        icon={Trash2}
        disabled={isFull}
        title={isFull ? t('onlyEmpty') : undefined}
        onSelect={askToDelete}
      >
        {t('delete')}
        {isFull && <span className={styles.why}>{t('onlyEmpty')}</span>}
      </MenuItem>
    </Menu>
  );
}
