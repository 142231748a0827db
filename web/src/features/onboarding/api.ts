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

export const useOnboarding = (isEnabled = true) =>
  useQuery({
    queryKey: stateKey,
    queryFn: async () => (await logged(call(api.getOnboarding, {}))).data,
    enabled: isEnabled,
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

/** Hides the welcome at once and saves why. */
export function answerWelcome(answer: 'hasSeenWelcome' | 'skippedWelcome'): void {
  queryClient.setQueryData(welcomeKey, false);
  void updateOnboarding({ [answer]: true });
}

export async function reportTutorial(report: Input<typeof api.reportTutorial>): Promise<void> {
  try {
    keepState((await call(api.reportTutorial, report)).data);
  } catch (error) {
    log(error);
  }
}
