import { DESCRIPTION_MAX, NAME_MAX } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { changeSnapshot } from '../api.ts';
import { runWithToast } from '../../../kit/runWithToast.ts';
import { t } from '../dialogsCopy.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { TextArea } from '../../../kit/TextArea.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { TagsField } from './TagsField.tsx';
import styles from './DetailsDialog.module.css';

type Details = Pick<Snapshot, 'description' | 'tags' | 'clientName' | 'versionLabel' | 'milestone'>;

const detailsOf = ({ description, tags, clientName, versionLabel, milestone }: Snapshot): Details => ({
  description,
  tags,
  clientName,
  versionLabel,
  milestone,
});

interface DetailsDialogProps {
  snapshot: Snapshot;
  onClose: () => void;
}

export function DetailsDialog({ snapshot, onClose }: DetailsDialogProps) {
  const [details, setDetails] = useState(() => detailsOf(snapshot));
  const change = (some: Partial<Details>) => setDetails({ ...details, ...some });

  const save = () =>
    runWithToast({
      act: () => changeSnapshot(snapshot.id, details),
      undo: () => changeSnapshot(snapshot.id, detailsOf(snapshot)),
      done: t('detailsSaved'),
      about: snapshot.name,
      failed: t('detailsFailed'),
      isInForm: true,
    });

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
