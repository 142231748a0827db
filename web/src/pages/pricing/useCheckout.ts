import type { User } from '@stagelink/shared/contracts/accounts';
import { useEffect, useEffectEvent, useState } from 'react';
import { type BillingPlan, type CheckoutMode, openCheckout } from '../../features/billing/api.ts';
import { errorMessage } from '../../lib/errorMessage.ts';
import { useSearchParams } from '../../lib/router.ts';
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
}

/** Opens the checkout: chosen on the page, or named by the URL after signing in. */
export function useCheckout(user: User | null, mode: CheckoutMode): Checkout {
  const [query, setQuery] = useSearchParams();
  const [opening, setOpening] = useState<BillingPlan | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const named = user === null ? null : planOf(query);

  async function open(plan: BillingPlan): Promise<void> {
    setOpening(plan);
    setFailure(null);
    try {
      await openCheckout(mode, plan);
    } catch (error) {
      setFailure(errorMessage(error, ''));
      setOpening(null);
    }
  }

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
  };
}
