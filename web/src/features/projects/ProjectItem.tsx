import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type { Project } from './api.ts';
import { useFocusAfter } from '../../kit/useFocusAfter.ts';
import { useFocusFallback } from '../../kit/useFocusFallback.ts';
import { t } from './copy.ts';
import * as acts from './actions.ts';
import { dropped, type Edge, placed } from './order.ts';
import { ProjectForm } from './ProjectForm.tsx';
import { ProjectLink } from './ProjectLink.tsx';
import { ProjectMenu } from './ProjectMenu.tsx';
import styles from './Projects.module.css';
import { useProjectDrag } from './useProjectDrag.ts';
import { useSnapshotDrop } from './useSnapshotDrop.ts';

interface ProjectItemProps {
  project: Project;
  /** All project ids, in order. */
  ids: readonly string[];
  isCurrent: boolean;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
  onOrder: (ids: readonly string[], moved: string) => void;
  onDelete: () => void;
  /** Receives the focus once the project is removed. */
  heir: RefObject<HTMLElement | null>;
}

/** A project in the sidebar, moved by dragging, by Alt and the arrows, or from its menu. */
export function ProjectItem(props: ProjectItemProps) {
  const { project, ids, isCurrent, isEditing, onEdit, onOrder, onDelete, heir } = props;
  const { id } = project;
  const item = useRef<HTMLLIElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  useFocusAfter(isEditing, more);
  useFocusFallback(item, heir);
  const place = ids.indexOf(id);
  const moveTo = (to: number) => onOrder(placed(ids, id, to), id);
  const { isOver, isDragged } = useProjectDrag(item, id, (other: string, edge: Edge) =>
    onOrder(dropped(ids, other, id, edge), other),
  );

  const takes = useSnapshotDrop(project);

  function onKeyDown(event: KeyboardEvent): void {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    moveTo(place + (event.key === 'ArrowUp' ? -1 : 1));
  }

  async function submit(draft: acts.Draft): Promise<boolean> {
    onEdit(false);
    return acts.change(project, draft);
  }

  return (
    <li ref={item} className={styles.item} data-drop={isOver} data-dragged={isDragged} {...takes}>
      {isEditing ? (
        <ProjectForm
          label={t('edit')}
          action={t('save')}
          initial={project}
          onSubmit={submit}
          onCancel={() => onEdit(false)}
        />
      ) : (
        <ProjectLink
          id={id}
          name={project.name}
          color={project.color}
          count={project.snapshotCount}
          isCurrent={isCurrent}
          onKeyDown={onKeyDown}
        />
      )}
      {!isEditing && (
        <ProjectMenu
          button={more}
          project={project}
          onMove={{
            ...(place > 0 && { up: () => moveTo(place - 1) }),
            ...(place < ids.length - 1 && { down: () => moveTo(place + 1) }),
          }}
          isEditing={isEditing}
          onEdit={() => onEdit(true)}
          onDelete={onDelete}
        />
      )}
    </li>
  );
}
