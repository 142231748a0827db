import { ChevronRight } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import type { Project } from './api.ts';
import { useFocusFallback } from '../../kit/useFocusFallback.ts';
import { t } from './copy.ts';
import { ProjectLink } from './ProjectLink.tsx';
import { ProjectMenu } from './ProjectMenu.tsx';
import styles from './Projects.module.css';

interface ArchivedItemProps {
  project: Project;
  isCurrent: boolean;
  onDelete: () => void;
  heir: RefObject<HTMLElement | null>;
}

function ArchivedItem({ project, isCurrent, onDelete, heir }: ArchivedItemProps) {
  const item = useRef<HTMLLIElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  useFocusFallback(item, heir);
  return (
    <li ref={item} className={styles.item}>
      <ProjectLink
        id={project.id}
        name={project.name}
        color={project.color}
        count={project.snapshotCount}
        isCurrent={isCurrent}
      />
      <ProjectMenu
        button={more}
        project={project}
        isEditing={false}
        onEdit={() => undefined}
        onDelete={onDelete}
      />
    </li>
  );
}

interface ArchivedProps {
  projects: readonly Project[];
  current: string | null;
  onDelete: (project: Project) => void;
  /** Receives the focus once the project is removed. */
  heir: RefObject<HTMLElement | null>;
}

/** Open if the selected project is among them. */
export function Archived({ projects, current, onDelete, heir }: ArchivedProps) {
  const [isOpen, setIsOpen] = useState(projects.some(({ id }) => id === current));
  return (
    <div>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        onClick={() => setIsOpen((was) => !was)}
      >
        <ChevronRight size={12} aria-hidden />
        {t('archived')}
        <span className={styles.count}>{projects.length}</span>
      </button>
      {isOpen && (
        <ul aria-label={t('archived')}>
          {projects.map((project) => (
            <ArchivedItem
              key={project.id}
              project={project}
              isCurrent={project.id === current}
              onDelete={() => onDelete(project)}
              heir={heir}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
