import { StagedCard } from './StagedCard.tsx';
import { StagingFailed } from './StagingFailed.tsx';
import type { Choice, StagingState } from './steps.ts';
import { UpgradeOffer } from './UpgradeOffer.tsx';

interface StagingOutcomeProps {
  state: Extract<StagingState, { step: 'done' | 'failed' }>;
  isPro: boolean;
  onChoose: (name: string, choice: Choice) => void;
  onDismiss: () => void;
}

/** The link, or why there is none. */
export function StagingOutcome({ state, isPro, onChoose, onDismiss }: StagingOutcomeProps) {
  if (state.step === 'done') return <StagedCard staged={state.staged} onDismiss={onDismiss} />;
  return (
    <StagingFailed
      name={state.name}
      failure={state}
      mayAllowSecrets
      larger={isPro ? null : <UpgradeOffer />}
      onChoose={(choice) => onChoose(state.name, choice)}
      onDismiss={onDismiss}
    />
  );
}
