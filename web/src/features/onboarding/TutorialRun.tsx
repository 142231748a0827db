import type { TutorialId } from '@stagelink/shared/contracts/onboarding';
import { useEffect, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { DialogActions } from '../../kit/DialogActions.tsx';
import { Tour } from '../../kit/Tour.tsx';
import { Navigate, useLocation } from '../../lib/router.ts';
import { reportTutorial, updateOnboarding, useOnboarding } from './api.ts';
import { t } from './copy.ts';
import type { StartedTutorial } from './TutorialProvider.tsx';
import { missingPrerequisite, type Tutorial, tutorialOf } from './tutorials.ts';

interface OfferProps {
  tutorial: Tutorial;
  needed: Tutorial;
  onNeeded: () => void;
  onAnyway: () => void;
  onClose: () => void;
}

function Offer({ tutorial: { title }, needed, onNeeded, onAnyway, onClose }: OfferProps) {
  const names = { title, needed: needed.title, minutes: needed.estimatedTime };
  return (
    <Dialog title={t('offerTitle', names)} onClose={onClose}>
      <p>{t('offerText', names)}</p>
      <DialogActions>
        <Button variant="plain" onClick={onAnyway}>
          {t('startAnyway', names)}
        </Button>
        <Button data-autofocus onClick={onNeeded}>
          {t('startNeeded', names)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface StepsProps {
  tutorial: Tutorial;
  /** Null if they could not be read. */
  completed: readonly TutorialId[] | null;
  onComplete: () => void;
  onSkip: () => void;
}

const TEXTS = {
  skip: t('skip'),
  previous: t('previous'),
  next: t('next'),
  finish: t('finish'),
  progress: (number: number, count: number) => t('step', { number, count }),
};

/** Runs the steps of a tutorial from the first, and reports what happens to it. */
function Steps({ tutorial: { id, page, steps }, completed, onComplete, onSkip }: StepsProps) {
  const { pathname } = useLocation();

  useEffect(() => void reportTutorial({ tutorialId: id, action: 'started' }), [id]);

  function complete(): void {
    void reportTutorial({ tutorialId: id, action: 'completed' });
    // The field is replaced as a whole: one that could not be read is left alone.
    if (completed) void updateOnboarding({ completedTutorials: [...completed, id] });
    onComplete();
  }
  function skip(step: number): void {
    void reportTutorial({ tutorialId: id, action: 'skipped', step });
    onSkip();
  }

  if (page !== undefined && pathname !== page) return <Navigate to={page} />;
  return <Tour steps={steps} texts={TEXTS} onSkip={skip} onComplete={complete} />;
}

interface TutorialRunProps {
  started: StartedTutorial;
  onStart: (started: StartedTutorial | null) => void;
}

/** Runs a tutorial, after an offer of the one it needs. */
export function TutorialRun({ started, onStart }: TutorialRunProps) {
  const { data, isPending } = useOnboarding();
  /** The tutorial that was asked for, while the one it needs runs. */
  const [next, setNext] = useState<StartedTutorial | null>(null);
  const completed = data?.completedTutorials ?? [];
  const tutorial = tutorialOf(started.id);
  if (isPending) return null;
  const needed = started.hasOffer ? missingPrerequisite(started.id, completed) : undefined;
  const anyway: StartedTutorial = { id: started.id, hasOffer: false };

  function end(): void {
    setNext(null);
    onStart(null);
  }

  if (needed) {
    return (
      <Offer
        tutorial={tutorial}
        needed={needed}
        onNeeded={() => {
          setNext(anyway);
          onStart({ id: needed.id, hasOffer: false });
        }}
        onAnyway={() => onStart(anyway)}
        onClose={end}
      />
    );
  }
  return (
    <Steps
      key={started.id}
      tutorial={tutorial}
      completed={data?.completedTutorials ?? null}
      onSkip={end}
      onComplete={() => {
        setNext(null);
        onStart(next);
      }}
    />
  );
}
