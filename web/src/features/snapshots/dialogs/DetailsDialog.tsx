import { DESCRIPTION_MAX, NAME_MAX } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { changeSnapshot } from '../api.ts';
import { runWithToast } from '../../../kit/runWithToast.ts';
import { t } from '../copy.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { TextArea } from '../../../kit/TextArea.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { TagsField } from './TagsField.tsx';
import styles from './DetailsDialog.module.css';

const NAMES = ['description', 'tags', 'clientName', 'versionLabel', 'milestone'] as const;
type Name = (typeof NAMES)[number];
type Details = Pick<Snapshot, Name>;

/** Returns some fields of the details. */
const only = (details: Details, names: readonly Name[]): Partial<Details> =>
  Object.fromEntries(names.map((name) => [name, details[name]]));

interface DetailsDialogProps {
  snapshot: Snapshot;
  onClose: () => void;
}

export function DetailsDialog({ snapshot, onClose }: DetailsDialogProps) {
  const [before] = useState<Details>(snapshot);
  const [details, setDetails] = useState(before);
  const change = (some: Partial<Details>) => setDetails({ ...details, ...some });

  // The other fields may have been changed meanwhile, by an agent for example.
  async function save(): Promise<boolean> {
    const changed = NAMES.filter((name) => String(details[name]) !== String(before[name]));
    if (changed.length === 0) return true;
    return runWithToast({
      act: () => changeSnapshot(snapshot.id, only(details, changed)),
      undo: () => changeSnapshot(snapshot.id, only(before, changed)),
      done: t('detailsSaved'),
      about: snapshot.name,
      failed: t('detailsFailed'),
      isInForm: true,
    });
  }

  const field = (name: 'clientName' | 'versionLabel' | 'milestone') => (
    <TextField
      label={t(name)}
      maxLength={NAME_MAX}
      value={details[name]}
      onChange={(text) => change({ [name]: text })}
    />
  );

  return (
    <FormDialog
      title={t('detailsTitle', { name: snapshot.name })}
      action={t('save')}
      onSubmit={save}
      onClose={onClose}
    >
      <TextArea
        label={t('description')}
        rows={3}
        maxLength={DESCRIPTION_MAX}
        value={details.description}
        onChange={(description) => change({ description })}
        data-autofocus
      />
      <TagsField label={t('tags')} value={details.tags} onChange={(tags) => change({ tags })} />
      {field('clientName')}
      <div className={styles.pair}>
        {field('versionLabel')}
        {field('milestone')}
      </div>
    </FormDialog>
  );
}
