import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from '../../kit/Providers.tsx';
import { navigateTo } from '../../lib/navigateTo.ts';
import { answerWelcome } from './api.ts';
import { TOUR_PATH } from './namedTutorial.ts';
import { WelcomeDialog } from './WelcomeDialog.tsx';

function Welcome() {
  const [isOpen, setIsOpen] = useState(true);

  function skip(): void {
    setIsOpen(false);
    void answerWelcome('skippedWelcome');
  }
  async function start(): Promise<void> {
    await answerWelcome('hasSeenWelcome');
    navigateTo(TOUR_PATH);
  }
  return isOpen && <WelcomeDialog onStart={() => void start()} onSkip={skip} />;
}

/** Shows the welcome above the page. */
export function mountWelcome(): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(
    <Providers>
      <Welcome />
    </Providers>,
  );
}
