import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { type Project, useProjects } from './api.ts';
import { useFocusAfter } from '../../kit/useFocusAfter.ts';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { t } from './copy.ts';
import * as acts from './actions.ts';
import { Archived } from './Archived.tsx';
import { ProjectForm } from './ProjectForm.tsx';
import { ProjectItem } from './ProjectItem.tsx';
import { ProjectLink } from './ProjectLink.tsx';
import styles from './Projects.module.css';
import { useSnapshotDrop } from './useSnapshotDrop.ts';

const DeleteProject = lazy(async () => ({ default: (await import('./DeleteProject.tsx')).DeleteProject }));

/** At most one of these is open. */
type Open = { kind: 'new' } | { kind: 'edit'; id: string } | { kind: 'delete'; project: Project } | null;

/** `current` is the id of the selected project. */
export function Projects({ current }: { current: string | null }) {
  const { data, isPending, refetch } = useProjects();
  const [open, setOpen] = useState<Open>(null);
  const [announcement, setAnnouncement] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  useFocusAfter(open?.kind === 'new', add);
  const projects = data?.projects.filter(({ isArchived }) => !isArchived) ?? [];
  const archived = data?.projects.filter(({ isArchived }) => isArchived) ?? [];
  const ids = projects.map(({ id }) => id);
  const takesWithout = useSnapshotDrop(null);
  const close = () => setOpen(null);

  function order(next: readonly string[], moved: string): void {
    if (next === ids) return;
    const name = projects.find(({ id }) => id === moved)?.name ?? '';
    setAnnouncement(t('place', { name, place: next.indexOf(moved) + 1, count: next.length }));
    void acts.order(next);
  }

  async function create(draft: acts.Draft): Promise<boolean> {
    const isDone = await acts.create(draft);
    if (isDone) setOpen((was) => (was?.kind === 'new' ? null : was));
    return isDone;
  }

  return (
    <section data-tour="projects" aria-label={t('projects')} className={styles.projects}>
      <div className={styles.head}>
        <h2 ref={title} className={styles.title} tabIndex={-1}>
          {t('projects')}
        </h2>
        <IconButton
          ref={add}
          size="small"
          label={t('newProject')}
          title={t('newProject')}
          aria-expanded={open?.kind === 'new'}
          onClick={() => setOpen(open?.kind === 'new' ? null : { kind: 'new' })}
        >
          <Plus size={14} />
        </IconButton>
      </div>
      {open?.kind === 'new' && (
        <ProjectForm label={t('newProject')} action={t('create')} onSubmit={create} onCancel={close} />
      )}
      {isPending && (
        <div className={styles.waiting} aria-hidden>
          <span />
          <span />
          <span />
        </div>
      )}
      {!isPending && !data && (
        <ErrorState message={t('failed')} className={styles.failed} onRetry={() => void refetch()} />
      )}
      {data && (
        <>
          <ul className={styles.list}>
            {projects.map((project) => (
              <ProjectItem
                key={project.id}
                project={project}
                ids={ids}
                isCurrent={project.id === current}
                isEditing={open?.kind === 'edit' && open.id === project.id}
                onEdit={(isEditing) => setOpen(isEditing ? { kind: 'edit', id: project.id } : null)}
                onOrder={order}
                onDelete={() => setOpen({ kind: 'delete', project })}
                heir={title}
              />
            ))}
            <li className={styles.item} {...takesWithout}>
              <ProjectLink
                id={NO_PROJECT}
                name={t('noProject')}
                color={null}
                count={data.withoutProject}
                isCurrent={current === NO_PROJECT}
              />
            </li>
          </ul>
          {archived.length > 0 && (
            <Archived
              projects={archived}
              current={current}
              onDelete={(project) => setOpen({ kind: 'delete', project })}
              heir={title}
            />
          )}
        </>
      )}
      <output className={styles.unseen}>{announcement}</output>
      {open?.kind === 'delete' && (
        <Suspense>
          <DeleteProject project={open.project} onDeleted={() => title.current?.focus()} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}
