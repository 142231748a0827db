import { ApiError } from '@stagelink/shared/client';
import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import type { Staged } from '@stagelink/shared/contracts/staging';
import { skipToken, useQuery } from '@tanstack/react-query';
import { queries } from '../../../data/queries.ts';
import { sentence } from '../../../data/sentence.ts';
import type { UploadProgress } from '../../../data/staging.ts';
import { toastAct, toastProblem } from '../../../ui/toast.ts';
import { t } from '../../../words/staging.ts';
import type { Found } from './gather.ts';
import { Unstageable } from './unstageable.ts';

export type StagingState =
  | { step: 'idle' }
  | { step: 'reading'; name: string; files: number }
  | { step: 'sending'; name: string; progress: UploadProgress | null }
  | { step: 'done'; staged: Staged }
  | { step: 'failed'; name: string; message: string; outputs: readonly string[] };

export type Busy = Extract<StagingState, { step: 'reading' | 'sending' }>;

export const isBusy = (state: StagingState): state is Busy =>
  state.step === 'reading' || state.step === 'sending';

/** Finds the files of what was chosen, telling how many it has met so far. */
export type Gather = (options: {
  signal: AbortSignal;
  onCount: (files: number) => void;
}) => Promise<Found[]> | Found[];

/** The folders that could be staged instead of what could not. */
export const outputsIn = (error: unknown): readonly string[] =>
  error instanceof Unstageable ? error.outputs : [];

/** Why something could not be staged, as a sentence. */
export function explain(error: unknown): string {
  if (error instanceof Unstageable) return error.message;
  // A proxy in front of the server may refuse a large body in its own words.
  if (error instanceof ApiError && error.status === 413 && error.code === 'internal') {
    return t('tooLargeForServer');
  }
  if (error instanceof DOMException) return t('unreadable');
  return sentence(error, t('unexpected'));
}

// What is being staged stands above the pages, with what the server has said: it goes on while others are shown.
const key = ['staging'] as const;
const IDLE: StagingState = { step: 'idle' };
let running: AbortController | undefined;
/** What was found last, for when one of its folders is chosen. */
let lastFound: readonly Found[] = [];

const askToStay = (event: BeforeUnloadEvent) => event.preventDefault();

function show(state: StagingState): void {
  queries.setQueryData<StagingState>(key, state);
  if (isBusy(state)) window.addEventListener('beforeunload', askToStay);
  else window.removeEventListener('beforeunload', askToStay);
}

// Whoever is no longer signed in is forgotten, and what they were staging with them.
queries.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'removed' || query.queryKey[0] !== key[0]) return;
  running?.abort();
  lastFound = [];
  window.removeEventListener('beforeunload', askToStay);
});

/** Shows how it ended, and says so where the dashboard is not there to show it. */
function conclude(state: Extract<StagingState, { step: 'done' | 'failed' }>): void {
  show(state);
  const isInSight = queries.getQueryCache().find({ queryKey: key })?.getObserversCount() !== 0;
  if (isInSight) return;
  if (state.step === 'failed') return toastProblem(t('failed', { name: state.name }), state.message);
  const { snapshot, url } = state.staged;
  toastAct(t('staged', { name: snapshot.name }), t('open'), () => window.open(url, '_blank', 'noopener'));
}

interface Destination {
  limits: PlanLimits;
  projectId: string | null;
}

async function start(
  { limits, projectId }: Destination,
  name: string,
  gather: Gather,
  output?: string,
): Promise<void> {
  if (isBusy(queries.getQueryData<StagingState>(key) ?? IDLE)) return;
  const controller = new AbortController();
  const { signal } = controller;
  running = controller;
  const step = (next: StagingState) => {
    if (!signal.aborted) show(next);
  };
  try {
    step({ step: 'reading', name, files: 0 });
    const found = await gather({ signal, onCount: (files) => step({ step: 'reading', name, files }) });
    lastFound = found;
    const [{ prepare }, { stage }] = await Promise.all([
      import('./prepare.ts'),
      import('../../../data/staging.ts'),
    ]);
    const bundle = prepare(found, limits, output);
    step({ step: 'sending', name: bundle.name, progress: null });
    const staged = await stage(bundle, {
      signal,
      projectId,
      onProgress: (progress) => step({ step: 'sending', name: bundle.name, progress }),
    });
    if (!signal.aborted) conclude({ step: 'done', staged });
  } catch (error) {
    if (!signal.aborted)
      conclude({ step: 'failed', name, message: explain(error), outputs: outputsIn(error) });
  }
}

function reset(): void {
  running?.abort();
  lastFound = [];
  show(IDLE);
}

/** Staging from the browser into a project or none, one bundle at a time: what comes meanwhile is let be. */
export function useStaging(limits: PlanLimits, projectId: string | null) {
  const { data: state = IDLE } = useQuery<StagingState>({
    queryKey: key,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return {
    state,
    start: (name: string, gather: Gather) => void start({ limits, projectId }, name, gather),
    /** Stages one folder of what was chosen last. */
    startWith: (name: string, output: string) =>
      void start({ limits, projectId }, name, () => [...lastFound], output),
    reset,
  };
}
