import type { User } from '@stagelink/shared/contracts/accounts';
import { useEffect, useEffectEvent, useState } from 'react';
import { type BillingPlan, type CheckoutMode, openCheckout } from '../../features/billing/api.ts';
import type { WalletOptions } from '../../features/billing/wallet.ts';
import { errorMessage } from '../../lib/errorMessage.ts';
import { navigateTo } from '../../lib/navigateTo.ts';
import { useSearchParams } from '../../lib/router.ts';
import { t } from './copy.ts';
import { keepMode, planOf } from './mode.ts';

/** Time to stop a checkout that the URL starts. */
const START_MS = 500;

interface Checkout {
  /** The plan whose checkout is being opened. */
  opening: BillingPlan | null;
  /** The URL names a plan, and its checkout opens in a moment. */
  isStarting: boolean;
  failure: string | null;
  choose: (plan: BillingPlan) => void;
  stop: () => void;
  /** What happens while a plan is paid for with a wallet. */
  wallet: (plan: BillingPlan) => WalletHandlers;
}

type WalletHandlers = Pick<WalletOptions, 'onPaying' | 'onPaid' | 'onFailed'>;

/** Opens the checkout: chosen on the page, or named by the URL after signing in. */
export function useCheckout(user: User | null, mode: CheckoutMode): Checkout {
  const [query, setQuery] = useSearchParams();
  const [opening, setOpening] = useState<BillingPlan | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const named = user === null ? null : planOf(query);

  async function open(plan: BillingPlan): Promise<void> {
    begin(plan);
    try {
      await openCheckout(mode, plan);
    } catch (error) {
      fail(t('failed', { message: errorMessage(error, t('tryAgain')) }));
    }
  }

  function begin(plan: BillingPlan): void {
    setOpening(plan);
    setFailure(null);
  }

  function fail(message: string): void {
    setFailure(message);
    setOpening(null);
  }

  const wallet = (plan: BillingPlan): WalletHandlers => ({
    onPaying: () => begin(plan),
    onPaid: () => navigateTo('/dashboard?billing=success'),
    onFailed: (message) => fail(t('walletFailed', { message })),
  });

  /** Removes the plan from the URL, so that Back does not open the checkout again. */
  function forgetPlan(): void {
    keepMode(mode);
    const rest = new URLSearchParams(window.location.search);
    rest.delete('plan');
    setQuery(rest, { replace: true });
  }

  const start = useEffectEvent((plan: BillingPlan) => {
    forgetPlan();
    void open(plan);
  });
  const stopOnEscape = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') forgetPlan();
  });

  useEffect(() => {
    if (named === null) return;
    const timer = setTimeout(() => start(named), START_MS);
    window.addEventListener('keydown', stopOnEscape);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', stopOnEscape);
    };
  }, [named]);

  return {
    opening,
    isStarting: named !== null,
    failure,
    choose: (plan) => void open(plan),
    stop: forgetPlan,
    wallet,
  };
}
