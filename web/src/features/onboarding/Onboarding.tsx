import { lazy, Suspense } from 'react';
import { answerWelcome, useShouldShowWelcome } from './api.ts';
import type { StartedTutorial } from './TutorialProvider.tsx';
import { WelcomeDialog } from './WelcomeDialog.tsx';

const TutorialRun = lazy(async () => ({ default: (await import('./TutorialRun.tsx')).TutorialRun }));

/** A page in another site's frame belongs to one task, such as signing in. */
const isFramed = () => window.self !== window.top;

interface OnboardingProps {
  hasWelcome: boolean;
  started: StartedTutorial | null;
  onStart: (started: StartedTutorial | null) => void;
}

export function Onboarding({ hasWelcome, started, onStart }: OnboardingProps) {
  const { data: shouldWelcome = false } = useShouldShowWelcome(hasWelcome && !isFramed());

  function getStarted(): void {
    void answerWelcome('hasSeenWelcome');
    onStart({ id: 'dashboard-tour', hasOffer: false });
  }

  return (
    <Suspense>
      {started ? (
        <TutorialRun started={started} onStart={onStart} />
      ) : (
        shouldWelcome && (
          <WelcomeDialog onStart={getStarted} onSkip={() => void answerWelcome('skippedWelcome')} />
        )
      )}
    </Suspense>
  );
}
