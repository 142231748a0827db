import { t } from './copy.ts';
import { showFailure } from './failure.ts';
import { hasState, setState } from './ariaState.ts';

async function open(): Promise<string | null> {
  try {
    return await (await import('./requests.ts')).toPortal();
  } catch {
    // Its code could not be loaded.
    return t('portalFailed');
  }
}

/** Leads to the billing portal where a payment failed. */
export function addPortal(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-portal]');
  button?.addEventListener('click', async () => {
    if (hasState(button, 'aria-busy')) return;
    setState(button, 'aria-busy', true);
    showFailure('');
    const failure = await open();
    if (failure === null) return;
    setState(button, 'aria-busy', false);
    showFailure(failure);
  });
}
