import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import { skipToken, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/queryClient.ts';
import { type MakePicture, useHost } from '../../lib/host.ts';
import { toastAction, toastProblem } from '../../kit/toast.ts';
import { t } from './copy.ts';
import type { FoundFile } from './gather.ts';
import { type Choice, failureOf, type Gather, isBusy, type StagingState } from './steps.ts';

// Kept outside the page, so that an upload continues during navigation.
const key = ['staging'] as const;
const IDLE: StagingState = { step: 'idle' };
let running: AbortController | undefined;
/** The last collected files, for when one of their folders is chosen or their keys are allowed. */
let lastFound: readonly FoundFile[] = [];
let lastChoice: Choice = {};

const askToStay = (event: BeforeUnloadEvent) => event.preventDefault();

function show(state: StagingState): void {
  queryClient.setQueryData<StagingState>(key, state);
  if (isBusy(state)) window.addEventListener('beforeunload', askToStay);
  else window.removeEventListener('beforeunload', askToStay);
}

// Signing out clears the state of the previous user.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'removed' || query.queryKey[0] !== key[0]) return;
  running?.abort();
  lastFound = [];
  window.removeEventListener('beforeunload', askToStay);
});

/** Shows the result, as a toast if the dashboard is not open. */
function conclude(state: Extract<StagingState, { step: 'done' | 'failed' }>): void {
  show(state);
  const isInSight = queryClient.getQueryCache().find({ queryKey: key })?.getObserversCount() !== 0;
  if (isInSight) return;
  if (state.step === 'failed') return toastProblem(t('failed', { name: state.name }), state.message);
  const { snapshot, url } = state.staged;
  toastAction(t('staged', { name: snapshot.name }), t('open'), () => window.open(url, '_blank', 'noopener'));
}

interface Destination {
  limits: PlanLimits;
  projectId: string | null;
  makePicture: MakePicture;
}

async function start(
  { limits, projectId, makePicture }: Destination,
  name: string,
  gather: Gather,
  choice: Choice = {},
): Promise<void> {
  const current = queryClient.getQueryData<StagingState>(key) ?? IDLE;
  if (isBusy(current)) return toastProblem(t('notStaged', { name }), t('busy', { name: current.name }));
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
    lastChoice = choice;
    const [{ prepare }, { stage }] = await Promise.all([import('./prepare.ts'), import('./api.ts')]);
    const bundle = await prepare(found, limits, choice);
    step({ step: 'sending', name: bundle.name, progress: null });
    const staged = await stage(bundle, {
      signal,
      projectId,
      allowsSecrets: choice.allowsSecrets,
      onProgress: (progress) => step({ step: 'sending', name: bundle.name, progress }),
    });
    if (signal.aborted) return;
    conclude({ step: 'done', staged });
    void makePicture(staged.snapshot.id, staged.version);
  } catch (error) {
    if (!signal.aborted) conclude({ step: 'failed', name, ...failureOf(error) });
  }
}

function reset(): void {
  running?.abort();
  lastFound = [];
  show(IDLE);
}

/** Stages into a project or none, one bundle at a time; rejects others while one is in progress. */
export function useStaging(limits: PlanLimits, projectId: string | null) {
  const { data: state = IDLE } = useQuery<StagingState>({
    queryKey: key,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const { makePicture } = useHost();
  const destination = { limits, projectId, makePicture };
  return {
    state,
    start: (name: string, gather: Gather) => void start(destination, name, gather),
    /** Stages the last chosen files again, or one folder of them. */
    startWith: (name: string, choice: Choice) =>
      void start(destination, name, () => [...lastFound], { ...lastChoice, ...choice }),
    reset,
  };
}
