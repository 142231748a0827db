import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import { Plus } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { type Project, useProjects } from './api.ts';
import { useFocusAfter } from '../../kit/useFocusAfter.ts';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { t } from './copy.ts';
import * as acts from './actions.ts';
import { DeleteProject } from './DeleteProject.tsx';
import { Archived } from './Archived.tsx';
import { ProjectForm } from './ProjectForm.tsx';
import { ProjectItem } from './ProjectItem.tsx';
import { ProjectLink } from './ProjectLink.tsx';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { Stack } from '../../kit/layout/Stack.tsx';
import { SkeletonLines } from '../../kit/Skeleton.tsx';
import styles from './Projects.module.css';
import { useSnapshotDrop } from './useSnapshotDrop.ts';

/** At most one of these is open. */
type Open = { kind: 'new' } | { kind: 'edit'; id: string } | { kind: 'delete'; project: Project } | null;

interface HeadProps {
  /** Receives the focus once a project is removed. */
  title: RefObject<HTMLHeadingElement | null>;
  isAdding: boolean;
  onToggle: () => void;
}

function Head({ title, isAdding, onToggle }: HeadProps) {
  const add = useRef<HTMLButtonElement>(null);
  useFocusAfter(isAdding, add);
  return (
    <div className={styles.head}>
      <h2 ref={title} className={styles.title} tabIndex={-1}>
        {t('projects')}
      </h2>
      <IconButton
        ref={add}
        size="small"
        label={t('newProject')}
        title={t('newProject')}
        aria-expanded={isAdding}
        onClick={onToggle}
      >
        <Plus size={14} />
      </IconButton>
    </div>
  );
}

function Skeleton() {
  return <SkeletonLines widths={[60, 78, 60]} heightPx={10} />;
}

interface ProjectListProps {
  projects: readonly Project[];
  /** The number of snapshots without a project. */
  withoutProject: number;
  current: string | null;
  open: Open;
  onOpen: (open: Open) => void;
  heir: RefObject<HTMLElement | null>;
}

/** The projects in their order, and below them the snapshots without one. */
function ProjectList({ projects, withoutProject, current, open, onOpen, heir }: ProjectListProps) {
  const [announcement, setAnnouncement] = useState('');
  const takesWithout = useSnapshotDrop(null);
  const ids = projects.map(({ id }) => id);

  function order(next: readonly string[], moved: string): void {
    if (next === ids) return;
    const name = projects.find(({ id }) => id === moved)?.name ?? '';
    setAnnouncement(t('place', { name, place: next.indexOf(moved) + 1, count: next.length }));
    void acts.order(next);
  }

  return (
    <>
      <ul>
        {projects.map((project) => (
          <ProjectItem
            key={project.id}
            project={project}
            ids={ids}
            isCurrent={project.id === current}
            isEditing={open?.kind === 'edit' && open.id === project.id}
            onEdit={(isEditing) => onOpen(isEditing ? { kind: 'edit', id: project.id } : null)}
            onOrder={order}
            onDelete={() => onOpen({ kind: 'delete', project })}
            heir={heir}
          />
        ))}
        <li className={styles.item} {...takesWithout}>
          <ProjectLink
            id={NO_PROJECT}
            name={t('noProject')}
            color={null}
            count={withoutProject}
            isCurrent={current === NO_PROJECT}
          />
        </li>
      </ul>
      <VisuallyHidden as="output">{announcement}</VisuallyHidden>
    </>
  );
}

/** `current` is the id of the selected project. */
export function Projects({ current }: { current: string | null }) {
  const { data, error, isPending, refetch } = useProjects();
  const [open, setOpen] = useState<Open>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const isAdding = open?.kind === 'new';
  const projects = data?.projects.filter(({ isArchived }) => !isArchived) ?? [];
  const archived = data?.projects.filter(({ isArchived }) => isArchived) ?? [];
  const close = () => setOpen(null);

  async function create(draft: acts.Draft): Promise<boolean> {
    const isDone = await acts.create(draft);
    if (isDone) setOpen((was) => (was?.kind === 'new' ? null : was));
    return isDone;
  }

  return (
    <Stack data-tour="projects" aria-label={t('projects')} as="section">
      <Head title={title} isAdding={isAdding} onToggle={() => setOpen(isAdding ? null : { kind: 'new' })} />
      {isAdding && (
        <ProjectForm label={t('newProject')} action={t('create')} onSubmit={create} onCancel={close} />
      )}
      {isPending && <Skeleton />}
      {!isPending && !data && (
        <ErrorState
          className={styles.failed}
          message={t('failed')}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <ProjectList
          projects={projects}
          withoutProject={data.withoutProject}
          current={current}
          open={open}
          onOpen={setOpen}
          heir={title}
        />
      )}
      {archived.length > 0 && (
        <Archived
          projects={archived}
          current={current}
          onDelete={(project) => setOpen({ kind: 'delete', project })}
          heir={title}
        />
      )}
      {open?.kind === 'delete' && (
        <DeleteProject project={open.project} onDeleted={() => title.current?.focus()} onClose={close} />
      )}
    </Stack>
  );
}
