import { AGENT_FEEDBACK, type SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { RadioGroup } from '../../kit/RadioGroup.tsx';
import { setAgentFeedback } from './api.ts';
import { t } from './copy.ts';
import { Text } from '../../kit/layout/Text.tsx';
import { useDecision } from './useDecision.ts';

/** What of a snapshot’s comments reaches coding agents, for its owner. */
export function ReachSetting({ snapshot }: { snapshot: SnapshotView }) {
  const { id, agentFeedback } = snapshot;
  const { isBusy, problem, run } = useDecision(t('reachesFailed'));
  const [chosen, setChosen] = useState(agentFeedback);
  if (agentFeedback === undefined) return null;
  return (
    <>
      <RadioGroup
        label={t('reaches')}
        options={AGENT_FEEDBACK.map((value) => ({
          value,
          label: t(`reaches_${value}`),
          description: t(`reachesHint_${value}`),
        }))}
        value={(isBusy ? chosen : null) ?? agentFeedback}
        onChange={(value) => {
          setChosen(value);
          void run(() => setAgentFeedback(id, value));
        }}
      />
      {problem !== null && (
        <Text tone="danger" size="tiny" role="alert">
          {problem}
        </Text>
      )}
    </>
  );
}
