import {
  setIssueTrackers as contract,
  type ConnectedTracker,
  type IssueTrackers as Trackers,
} from '@stagelink/shared/contracts/issues';
import { useState } from 'react';
import { EditableRow } from '../../kit/EditableRow.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { Form } from '../../kit/Form.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import { Row, Rows } from '../../kit/Rows.tsx';
import { Section } from '../../kit/Section.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import { setIssueTrackers, useIssueTrackers } from './api.ts';
import { t } from './copy.ts';
import { LinearTeamRow, TrackerConnectionRow } from './TrackerConnections.tsx';

interface TrackerFormProps {
  trackers: Trackers;
  field: 'githubRepository' | 'jiraUrl';
  onClose: () => void;
}

function TrackerForm({ trackers, field, onClose }: TrackerFormProps) {
  const [value, setValue] = useState(trackers[field] ?? '');
  const sending = useFormSubmit(t('saveFailed'));
  const isJira = field === 'jiraUrl';

  async function save(): Promise<void> {
    const { githubRepository, jiraUrl } = trackers;
    const changed = { githubRepository, jiraUrl, [field]: value.trim() === '' ? null : value.trim() };
    if (await sending.send(contract, changed, setIssueTrackers)) onClose();
  }

  return (
    <Form sending={sending} action={t('save')} onSubmit={save} onCancel={onClose}>
      <TextField
        name={field}
        label={t(field)}
        type={isJira ? 'url' : 'text'}
        placeholder={t(isJira ? 'jiraHint' : 'githubHint')}
        description={isJira ? t('jiraText') : undefined}
        autoComplete="off"
        value={value}
        error={sending.errorAt(field)}
        onChange={setValue}
      />
    </Form>
  );
}

function TrackerRow({ trackers, field }: Omit<TrackerFormProps, 'onClose'>) {
  const value = trackers[field];
  const act = t(value === null ? 'set' : 'edit');
  return (
    <EditableRow
      label={t(field)}
      value={
        value ?? (
          <Text as="span" size="small" tone="muted">
            {t('notSet')}
          </Text>
        )
      }
      act={{ label: act, name: `${act}: ${t(field)}` }}
    >
      {(close) => <TrackerForm trackers={trackers} field={field} onClose={close} />}
    </EditableRow>
  );
}

/** Where a person’s threads become issues. */
export function IssueTrackers() {
  const { data: trackers, error, refetch } = useIssueTrackers();
  const connectionOf = (tracker: ConnectedTracker) =>
    trackers?.connections.find((each) => each.tracker === tracker);
  const linear = connectionOf('linear');
  return (
    <Section anchor="issues" title={t('issues')} hint={t('hint')}>
      {error && !trackers && (
        <ErrorState message={t('failed')} error={error} onRetry={() => void refetch()} />
      )}
      {trackers && (
        <Rows>
          <TrackerRow trackers={trackers} field="githubRepository" />
          <TrackerConnectionRow tracker="github" connection={connectionOf('github')} />
          <Row label={t('linear')}>{t('linearText')}</Row>
          <TrackerConnectionRow tracker="linear" connection={linear} />
          {linear && <LinearTeamRow team={linear.team} />}
          <TrackerRow trackers={trackers} field="jiraUrl" />
        </Rows>
      )}
    </Section>
  );
}
