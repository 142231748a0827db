import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import type { Uploaded } from '@stagelink/shared/contracts/staging';
import { skipToken, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/queryClient.ts';
import { type MakePicture, useHost } from '../../lib/host.ts';
import { toastAction, toastProblem } from '../../kit/toast.ts';
import { t } from './copy.ts';
import { type Choice, type Gather, isBusy, type StagingState } from './steps.ts';
import { type Destination, Stager } from './stager.ts';

// Kept outside the page, so that an upload continues during navigation.
const key = ['staging'] as const;
const IDLE: StagingState = { step: 'idle' };
const stager = new Stager<Uploaded>(show);

const askToStay = (event: BeforeUnloadEvent) => event.preventDefault();

/** Shows a step, and a result as a toast if the dashboard is not open. */
function show(state: StagingState): void {
  queryClient.setQueryData<StagingState>(key, state);
  if (isBusy(state)) window.addEventListener('beforeunload', askToStay);
  else window.removeEventListener('beforeunload', askToStay);
  const isInSight = queryClient.getQueryCache().find({ queryKey: key })?.getObserversCount() !== 0;
  if (isInSight) return;
  if (state.step === 'failed') toastProblem(t('failed', { name: state.name }), state.message);
  if (state.step === 'done') toastStaged(t('staged', { name: state.staged.snapshot.name }), state.staged);
}

function toastStaged(message: string, { url }: Uploaded): void {
  toastAction(message, t('open'), () => window.open(url, '_blank', 'noopener'));
}

// Signing out clears the state of the previous user.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'removed' || query.queryKey[0] !== key[0]) return;
  stager.cancel();
  window.removeEventListener('beforeunload', askToStay);
});

interface Place {
  limits: PlanLimits;
  projectId: string | null;
  makePicture: MakePicture;
}

const destinationOf = ({ limits, projectId, makePicture }: Place): Destination<Uploaded> => ({
  prepare: async (found, choice) => (await import('./prepare.ts')).prepare(found, limits, choice),
  send: async (bundle, options) => (await import('./api.ts')).stage(bundle, { ...options, projectId }),
  onDone: ({ snapshot, version }) => void makePicture(snapshot.id, version),
  onLate: (staged) => toastStaged(t('stagedLate', { name: staged.snapshot.name }), staged),
});

function start(place: Place, name: string, gather: Gather): void {
  const current = queryClient.getQueryData<StagingState>(key) ?? IDLE;
  if (isBusy(current)) toastProblem(t('notStaged', { name }), t('busy', { name: current.name }));
  else stager.start(destinationOf(place), name, gather);
}

function reset(): void {
  stager.cancel();
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
  const place = { limits, projectId, makePicture };
  return {
    state,
    start: (name: string, gather: Gather) => start(place, name, gather),
    /** Stages the last chosen files again, or one folder of them. */
    startWith: (name: string, choice: Choice) => stager.startWith(destinationOf(place), name, choice),
    reset,
  };
}
