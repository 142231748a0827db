import { TutorialId } from '@stagelink/shared/contracts/onboarding';

const PARAMETER = 'tutorial';

/** Opens the dashboard and starts its tour. */
export const TOUR_PATH = `/dashboard?${PARAMETER}=dashboard-tour`;

/** Returns the tutorial that the URL starts. */
export const readNamedTutorial = (): TutorialId | null =>
  TutorialId.safeParse(new URLSearchParams(window.location.search).get(PARAMETER)).data ?? null;

/** Removes the tutorial from the URL, so that a reload does not start it again. */
export function forgetNamedTutorial(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has(PARAMETER)) return;
  url.searchParams.delete(PARAMETER);
  window.history.replaceState(window.history.state, '', url);
}
