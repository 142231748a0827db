import {
  connectIssueTracker as contract,
  type ConnectedTracker,
  type TrackerConnection,
} from '@stagelink/shared/contracts/issues';
import { useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { EditableRow } from '../../kit/EditableRow.tsx';
import { Form } from '../../kit/Form.tsx';
import { Line } from '../../kit/layout/Line.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import { PasswordField } from '../../kit/PasswordField.tsx';
import { Row } from '../../kit/Rows.tsx';
import { runWithToast } from '../../kit/runWithToast.ts';
import { Select } from '../../kit/Select.tsx';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import { connectTracker, disconnectTracker, setTeam, useIssueTeams } from './api.ts';
import { t } from './copy.ts';

function TokenForm({ tracker, onClose }: { tracker: ConnectedTracker; onClose: () => void }) {
  const [token, setToken] = useState('');
  const sending = useFormSubmit(t('saveFailed'));
  async function save(): Promise<void> {
    if (await sending.send(contract, { tracker, token }, connectTracker)) onClose();
  }
  return (
    <Form sending={sending} action={t('save')} onSubmit={() => void save()} onCancel={onClose}>
      <PasswordField
        name="token"
        label={t(`${tracker}Token`)}
        description={t(`${tracker}TokenText`)}
        autoComplete="off"
        value={token}
        error={sending.errorAt('token')}
        onChange={setToken}
      />
    </Form>
  );
}

const remove = (tracker: ConnectedTracker) =>
  runWithToast({ act: () => disconnectTracker(tracker), failed: t('saveFailed') });

interface ConnectionProps {
  tracker: ConnectedTracker;
  connection: TrackerConnection | undefined;
}

function TokenState({ tracker, connection }: ConnectionProps) {
  if (!connection)
    return (
      <Text as="span" size="small" tone="muted">
        {t('notSet')}
      </Text>
    );
  return (
    <Line gap="small" align="baseline" isWrapping>
      <Text as="span" tone={connection.problem === null ? undefined : 'danger'}>
        {connection.problem ?? t('isSet')}
      </Text>
      <Button
        variant="quiet"
        size="small"
        aria-label={`${t('remove')}: ${t(`${tracker}Token`)}`}
        onClick={() => void remove(tracker)}
      >
        {t('remove')}
      </Button>
    </Line>
  );
}

/** The token with which the server makes issues in a tracker. */
export function TrackerConnectionRow({ tracker, connection }: ConnectionProps) {
  const act = t(connection ? 'replace' : 'set');
  return (
    <EditableRow
      label={t(`${tracker}Token`)}
      value={<TokenState tracker={tracker} connection={connection} />}
      act={{ label: act, name: `${act}: ${t(`${tracker}Token`)}` }}
    >
      {(close) => <TokenForm tracker={tracker} onClose={close} />}
    </EditableRow>
  );
}

/** The team of Linear in which issues are made. */
export function LinearTeamRow({ team }: { team: TrackerConnection['team'] }) {
  const { data: teams = team ? [team] : [] } = useIssueTeams();
  const options = teams.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Row label={t('linearTeam')}>
      <Select
        name="team"
        aria-label={t('linearTeam')}
        options={team ? options : [{ value: '', label: t('choose') }, ...options]}
        value={team?.id ?? ''}
        onChange={(id) => {
          const chosen = teams.find((each) => each.id === id);
          if (chosen) void runWithToast({ act: () => setTeam(chosen), failed: t('saveFailed') });
        }}
      />
    </Row>
  );
}
