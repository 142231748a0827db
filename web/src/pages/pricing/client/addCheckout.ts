import type { BillingPlan, CheckoutMode } from '../../../features/billing/checkoutApi.ts';
import { t } from './copy.ts';
import { hasState, setState } from './ariaState.ts';
import { showFailure } from './failure.ts';
import { keepMode } from './mode.ts';

/** Time to stop a checkout that the URL starts. */
const START_MS = 500;

const isPlan = (plan: string | null | undefined): plan is BillingPlan =>
  plan === 'monthly' || plan === 'annual';

/** What happens to the buttons while a plan is paid for. */
export interface Checkout {
  begin: (plan: BillingPlan) => void;
  fail: (message: string) => void;
}

/** Opens the checkout: chosen on the page, or named by the URL after signing in. Returns null without an account. */
export function addCheckout(cards: HTMLElement, mode: CheckoutMode): Checkout | null {
  const buttons = [...cards.querySelectorAll<HTMLButtonElement>('[data-choose]')];
  const opening = document.querySelector<HTMLOutputElement>('[data-opening]');
  const stop = opening?.querySelector('button');
  if (buttons.length === 0 || !opening || !stop) return null;

  function setBusy(plan: BillingPlan | null): void {
    for (const button of buttons) {
      const isOpening = button.dataset['choose'] === plan;
      setState(button, 'aria-busy', isOpening);
      setState(button, 'aria-disabled', plan !== null);
    }
  }

  function begin(plan: BillingPlan): void {
    setBusy(plan);
    showFailure('');
  }

  function fail(message: string): void {
    setBusy(null);
    showFailure(message);
  }

  async function open(plan: BillingPlan): Promise<void> {
    begin(plan);
    try {
      await (await import('./requests.ts')).choose(mode, plan, fail);
    } catch {
      // Its code could not be loaded.
      fail(t('failed', { message: t('tryAgain') }));
    }
  }

  for (const button of buttons) {
    const plan = button.dataset['choose'];
    button.addEventListener('click', () => {
      if (!hasState(button, 'aria-disabled') && isPlan(plan)) void open(plan);
    });
  }
  startNamed(mode, opening, stop, (plan) => void open(plan));
  return { begin, fail };
}

/** Starts the checkout of the plan that the URL names, once, unless it is stopped. */
function startNamed(
  mode: CheckoutMode,
  opening: HTMLOutputElement,
  stop: HTMLButtonElement,
  start: (plan: BillingPlan) => void,
): void {
  const url = new URL(window.location.href);
  const plan = url.searchParams.get('plan');
  if (!isPlan(plan)) return;
  const done = new AbortController();

  /** Removes the plan from the URL, so that Back does not open the checkout again. */
  function forget(): void {
    done.abort();
    clearTimeout(timer);
    opening.hidden = true;
    keepMode(mode);
    url.searchParams.delete('plan');
    window.history.replaceState(null, '', url);
  }

  const timer = window.setTimeout(() => {
    forget();
    start(plan);
  }, START_MS);
  opening.hidden = false;
  stop.addEventListener('click', forget, { signal: done.signal });
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && forget(), { signal: done.signal });
}
