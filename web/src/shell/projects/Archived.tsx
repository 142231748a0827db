import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Project } from '../../data/projects.ts';
import { t } from '../../words/projects.ts';
import { ProjectLink } from './ProjectLink.tsx';
import { ProjectMenu } from './ProjectMenu.tsx';
import styles from './Projects.module.css';

interface ArchivedProps {
  projects: readonly Project[];
  current: string | null;
  onDelete: (project: Project) => void;
}

/** Out of the way, but not gone. Open when one of them is shown beside it. */
export function Archived({ projects, current, onDelete }: ArchivedProps) {
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
        <ul className={styles.list} aria-label={t('archived')}>
          {projects.map((project) => (
            <li key={project.id} className={styles.item}>
              <ProjectLink
                id={project.id}
                name={project.name}
                color={project.color}
                count={project.snapshotCount}
                isCurrent={project.id === current}
              />
              <ProjectMenu
                project={project}
                isEditing={false}
                onEdit={() => undefined}
                onDelete={() => onDelete(project)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
