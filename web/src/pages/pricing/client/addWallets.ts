import { navigateTo } from '../../../lib/navigateTo.ts';
import type { Checkout } from './addCheckout.ts';
import { t } from './copy.ts';

async function mount(stripeKey: string, place: HTMLElement, { begin, fail }: Checkout): Promise<void> {
  const plan = place.dataset['wallet'] === 'annual' ? 'annual' : 'monthly';
  const { mountWallet } = await import('../../../features/billing/wallet.ts');
  await mountWallet({
    stripeKey,
    plan,
    place,
    onAvailable: () => (place.dataset['available'] = ''),
    onPaying: () => begin(plan),
    onPaid: () => navigateTo('/dashboard?billing=success'),
    onUnconfirmed: () => navigateTo('/dashboard?billing=unconfirmed'),
    onFailed: (message) => fail(t('walletFailed', { message })),
  });
}

/** Adds Apple Pay to each plan. Without a wallet, or where Stripe’s script is blocked, nothing is shown. */
export function addWallets(cards: HTMLElement, checkout: Checkout): void {
  const stripeKey = cards.dataset['stripeKey'];
  if (!stripeKey) return;
  for (const place of cards.querySelectorAll<HTMLElement>('[data-wallet]'))
    // A script that is blocked means no button; the checkout remains.
    mount(stripeKey, place, checkout).catch(() => undefined);
}
