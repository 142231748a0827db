import * as api from '@stagelink/shared/contracts/onboarding';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';

const stateKey = ['onboarding', 'state'] as const;
const welcomeKey = ['onboarding', 'welcome'] as const;

/** No task of the user depends on these calls, so their failures are logged only. */
const log = (error: unknown): void =>
  // oxlint-disable-next-line no-console -- the page has no other log
  console.warn('An onboarding call failed', error);

async function logged<T>(act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    log(error);
    throw error;
  }
}

const keepState = (state: api.OnboardingState) => queryClient.setQueryData(stateKey, state);

const readState = async () => (await logged(call(api.getOnboarding, {}))).data;

export const useOnboarding = (isEnabled = true) =>
  useQuery({
    queryKey: stateKey,
    queryFn: readState,
    enabled: isEnabled,
  });

const isChecklistGone = (state: api.OnboardingState | undefined): boolean =>
  state?.checklist.isClosed === true || state?.checklist.done.length === api.ChecklistItem.options.length;

/** Refetches with the account's snapshots and comments until the checklist is done or closed. */
export const useChecklist = () =>
  useQuery({
    queryKey: stateKey,
    queryFn: readState,
    enabled: ({ state }) => !isChecklistGone(state.data),
  });

export const useShouldShowWelcome = (isEnabled: boolean) =>
  useQuery({
    queryKey: welcomeKey,
    queryFn: async () => (await logged(call(api.shouldShowWelcome, {}))).data.shouldShow,
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Saves changed fields. */
export async function updateOnboarding(patch: Input<typeof api.updateOnboarding>): Promise<void> {
  try {
    keepState((await call(api.updateOnboarding, patch)).data);
  } catch (error) {
    log(error);
  }
}

/** Hides the welcome at once, saves why, and makes the sample snapshot. */
export async function answerWelcome(answer: 'hasSeenWelcome' | 'skippedWelcome'): Promise<void> {
  queryClient.setQueryData(welcomeKey, false);
  await updateOnboarding({ [answer]: true });
  await makeSample().catch(log);
}

/** Returns the link of the sample snapshot; makes one if there is none. */
export async function makeSample(): Promise<string> {
  const { sampleUrl } = (await call(api.createSample, {})).data;
  queryClient.setQueryData<api.OnboardingState>(stateKey, (state) => state && { ...state, sampleUrl });
  return sampleUrl;
}

export async function reportTutorial(report: Input<typeof api.reportTutorial>): Promise<void> {
  try {
    keepState((await call(api.reportTutorial, report)).data);
  } catch (error) {
    log(error);
  }
}
