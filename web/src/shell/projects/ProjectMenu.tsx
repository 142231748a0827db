import { ActionIcon, Menu } from '@mantine/core';
import { Archive, ArchiveRestore, ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import type { RefObject } from 'react';
import type { Project } from '../../data/projects.ts';
import { t } from '../../words/projects.ts';
import * as acts from './acts.ts';
import styles from './Projects.module.css';

interface ProjectMenuProps {
  button: RefObject<HTMLButtonElement | null>;
  project: Project;
  /** Left out where there is nowhere to move it. */
  onMove?: { up?: () => void; down?: () => void };
  isEditing: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

export function ProjectMenu({ button, project, onMove, isEditing, onEdit, onDelete }: ProjectMenuProps) {
  const isFull = project.snapshotCount > 0;
  const { up, down } = onMove ?? {};

  function askToDelete(): void {
    // The question gives the focus back to where it was, and the menu is gone by then.
    button.current?.focus();
    onDelete();
  }

  return (
    // Fixed, because the sidebar scrolls and would cut it off.
    <Menu position="bottom-end" width={196} floatingStrategy="fixed" returnFocus={!isEditing}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          size={24}
          className={styles.more}
          aria-label={t('more', { name: project.name })}
        >
          <Ellipsis size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!project.isArchived && (
          <>
            <Menu.Item leftSection={<Pencil size={14} />} onClick={onEdit}>
              {t('edit')}
            </Menu.Item>
            <Menu.Item leftSection={<ArrowUp size={14} />} disabled={!up} onClick={up}>
              {t('moveUp')}
            </Menu.Item>
            <Menu.Item leftSection={<ArrowDown size={14} />} disabled={!down} onClick={down}>
              {t('moveDown')}
            </Menu.Item>
          </>
        )}
        {project.isArchived ? (
          <Menu.Item leftSection={<ArchiveRestore size={14} />} onClick={() => void acts.unarchive(project)}>
            {t('unarchive')}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<Archive size={14} />} onClick={() => void acts.archive(project)}>
            {t('archive')}
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          leftSection={<Trash2 size={14} />}
          disabled={isFull}
          title={isFull ? t('onlyEmpty') : undefined}
          onClick={askToDelete}
        >
          {t('delete')}
          {isFull && <span className={styles.why}>{t('onlyEmpty')}</span>}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
