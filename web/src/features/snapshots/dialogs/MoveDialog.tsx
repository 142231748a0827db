import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import { useId, useState } from 'react';
import { type Project, useProjects } from '../../projects/api.ts';
import { t } from '../copy.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import styles from './MoveDialog.module.css';

/** A search field is shown from this number on. */
const MANY = 8;

interface MoveDialogProps {
  title: string;
  /** The current project, which is not offered; undefined if there are several. */
  current?: string | null;
  onMove: (project: Project | null) => Promise<boolean>;
  onClose: () => void;
}

export function MoveDialog({ title, current, onMove, onClose }: MoveDialogProps) {
  const group = useId();
  const { data } = useProjects();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const projects = data?.projects.filter(({ id, isArchived }) => !isArchived && id !== current) ?? [];
  const shown = projects.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()));
  const places = [
    ...(current === null || typed !== '' ? [] : [{ id: NO_PROJECT, name: t('none'), color: null }]),
    ...shown,
  ];

  return (
    <FormDialog
      title={title}
      action={t('move')}
      isIncomplete={chosen === null}
      onSubmit={() => onMove(projects.find(({ id }) => id === chosen) ?? null)}
      onClose={onClose}
    >
      {projects.length > MANY && (
        <TextField
          aria-label={t('findProject')}
          placeholder={t('findProject')}
          value={typed}
          onChange={setTyped}
        />
      )}
      <div role="radiogroup" aria-label={t('projects')} className={styles.places}>
        {places.map(({ id, name, color }) => (
          <label key={id} className={styles.place}>
            <input
              type="radio"
              name={group}
              className={styles.radio}
              checked={id === chosen}
              onChange={() => setChosen(id)}
            />
            <span
              className={styles.dot}
              data-none={color === null}
              style={color === null ? undefined : { background: color }}
            />
            <span className={styles.name} title={name} dir="auto">
              {name}
            </span>
          </label>
        ))}
        {places.length === 0 && <p className={styles.none}>{t('noProjects')}</p>}
      </div>
    </FormDialog>
  );
}
