import type { TriedOut } from '@stagelink/shared/contracts/tryOut';
import { stageUnclaimed } from '../staging/api.ts';
import { prepare, type SizeLimit } from '../staging/prepare.ts';
import type { Destination } from '../staging/stager.ts';
import { type Choice, type Gather, isBusy } from '../staging/steps.ts';
import { useStager } from '../staging/useStager.ts';
import { rememberClaim } from './claimLinks.ts';

function remember({ url, claimUrl }: TriedOut): void {
  rememberClaim(new URL(url).pathname.split('/').at(-1) ?? '', new URL(claimUrl).hash.slice(1));
}

/** Stages without an account, one bundle at a time. */
export function useTryOut(limit: SizeLimit) {
  const { state, stager, reset } = useStager<TriedOut>();
  const destination: Destination<TriedOut> = {
    prepare: (found, choice) => prepare(found, limit, choice),
    send: stageUnclaimed,
    onDone: remember,
  };
  return {
    state,
    start(name: string, gather: Gather) {
      if (!isBusy(state)) stager.start(destination, name, gather);
    },
    /** Stages the last chosen files again, or one folder of them. */
    startWith: (name: string, choice: Choice) => stager.startWith(destination, name, choice),
    reset,
  };
}
