import '../../../kit/fonts.css';
import '../../../kit/theme.css';
import type { CheckoutMode } from '../../../features/billing/checkoutApi.ts';
import { addWelcome } from '../../../features/onboarding/addWelcome.ts';
import { countPageView } from '../../../lib/analytics/countPageView.ts';
import { addCheckout } from './addCheckout.ts';
import { addPortal } from './addPortal.ts';
import { addWallets } from './addWallets.ts';
import { addressOfKeptMode, keepMode } from './mode.ts';

/** Starts what the page can do. It was rendered at build time for each state of an account. */
function start(): void {
  addPortal();
  const cards = document.querySelector<HTMLElement>('[data-mode]');
  if (!cards) return;
  const mode: CheckoutMode = cards.dataset['mode'] === 'trial' ? 'trial' : 'upgrade';
  for (const link of cards.querySelectorAll('[data-keep-mode]'))
    link.addEventListener('click', () => keepMode(mode));
  const checkout = addCheckout(cards, mode);
  if (checkout) addWallets(cards, checkout);
}

const kept = document.querySelector('[data-mode]') && addressOfKeptMode();
if (kept) window.location.replace(kept);
else {
  start();
  // The next page shows the welcome if the server does not answer.
  addWelcome().catch(() => undefined);
}
countPageView();
// Back from the checkout: the plan may have changed, and the buttons were busy.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) window.location.reload();
});
