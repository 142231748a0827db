import { useEffect, useState } from 'react';
import { useAskToStay } from '../../lib/useAskToStay.ts';
import { isBusy, type StagingState } from './steps.ts';
import { Stager } from './stager.ts';

/** Stages for as long as the component is shown. */
export function useStager<Result>() {
  const [state, setState] = useState<StagingState<Result>>({ step: 'idle' });
  const [stager] = useState(() => new Stager<Result>(setState));
  useEffect(() => () => stager.cancel(), [stager]);
  useAskToStay(isBusy(state));
  return {
    state,
    stager,
    reset() {
      stager.cancel();
      setState({ step: 'idle' });
    },
  };
}
