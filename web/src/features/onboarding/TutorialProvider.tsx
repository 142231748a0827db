import type { TutorialId } from '@stagelink/shared/contracts/onboarding';
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useKnownUser } from '../identity/account/sessionApi.ts';
import { forgetNamedTutorial, readNamedTutorial } from './namedTutorial.ts';

interface Tutorials {
  /** Starts a tutorial, after an offer of the one it needs. */
  start: (id: TutorialId) => void;
}

const TutorialContext = createContext<Tutorials | null>(null);

export function useTutorial(): Tutorials {
  const tutorials = useContext(TutorialContext);
  if (!tutorials) throw new Error('useTutorial must be used within a TutorialProvider');
  return tutorials;
}

/** A tutorial to run; each start is another object. */
export interface StartedTutorial {
  id: TutorialId;
  /** Whether the tutorial it needs is offered first. */
  hasOffer: boolean;
}

// Loads after the first render, for signed-in users only.
const Onboarding = lazy(async () => ({ default: (await import('./Onboarding.tsx')).Onboarding }));

interface TutorialProviderProps {
  /** Whether new accounts are welcomed here. */
  hasWelcome?: boolean;
  children: ReactNode;
}

/** Shows the welcome to new accounts and runs tutorials above the page. */
export function TutorialProvider({ hasWelcome = false, children }: TutorialProviderProps) {
  const user = useKnownUser();
  const [started, setStarted] = useState<StartedTutorial | null>(() => {
    const id = readNamedTutorial();
    return id && { id, hasOffer: false };
  });
  useEffect(forgetNamedTutorial, []);
  const tutorials = useMemo((): Tutorials => ({ start: (id) => setStarted({ id, hasOffer: true }) }), []);
  return (
    <TutorialContext value={tutorials}>
      {children}
      {user && (hasWelcome || started) && (
        <Suspense>
          <Onboarding key={user.uid} hasWelcome={hasWelcome} started={started} onStart={setStarted} />
        </Suspense>
      )}
    </TutorialContext>
  );
}
