import { Group, Textarea, TextInput } from '@mantine/core';
import { DESCRIPTION_MAX, NAME_MAX } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { changeSnapshot } from '../../../../data/snapshots.ts';
import { tell } from '../../../../ui/telling.ts';
import { t } from '../../../../words/dialogs.ts';
import { FormDialog } from './FormDialog.tsx';
import { TagsField } from './TagsField.tsx';

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
    tell({
      act: () => changeSnapshot(snapshot.id, details),
      undo: () => changeSnapshot(snapshot.id, detailsOf(snapshot)),
      done: t('detailsSaved'),
      about: snapshot.name,
      failed: t('detailsFailed'),
      isInForm: true,
    });

  const field = (name: 'clientName' | 'versionLabel' | 'milestone') => (
    <TextInput
      label={t(name)}
      maxLength={NAME_MAX}
      value={details[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );

  return (
    <FormDialog
      title={t('detailsTitle', { name: snapshot.name })}
      action={t('save')}
      onSubmit={save}
      onClose={onClose}
    >
      <Textarea
        label={t('description')}
        rows={3}
        maxLength={DESCRIPTION_MAX}
        value={details.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        data-autofocus
      />
      <TagsField label={t('tags')} value={details.tags} onChange={(tags) => change({ tags })} />
      {field('clientName')}
      <Group grow gap={12}>
        {field('versionLabel')}
        {field('milestone')}
      </Group>
    </FormDialog>
  );
}
