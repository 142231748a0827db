import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BillingPlan } from './api.ts';
import styles from './WalletButton.module.css';
import type { WalletOptions } from './wallet.ts';

interface WalletButtonProps extends Pick<WalletOptions, 'onPaying' | 'onPaid' | 'onFailed'> {
  stripeKey: string;
  plan: BillingPlan;
}

/** Apple Pay for one plan. Without a wallet, or where Stripe’s script is blocked, nothing is shown. */
export function WalletButton({ stripeKey, plan, onPaying, onPaid, onFailed }: WalletButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isAvailable, setIsAvailable] = useState(false);
  const handlers = {
    onAvailable: useEffectEvent(() => setIsAvailable(true)),
    onPaying: useEffectEvent(onPaying),
    onPaid: useEffectEvent(onPaid),
    onFailed: useEffectEvent(onFailed),
  };
  const mount = useEffectEvent(async (about: Pick<WalletOptions, 'stripeKey' | 'plan'>) => {
    const { mountWallet } = await import('./wallet.ts');
    if (!place.current) return () => undefined;
    return mountWallet({ ...about, place: place.current, ...handlers });
  });

  useEffect(() => {
    // A script that is blocked means no button; the checkout remains.
    const mounted = mount({ stripeKey, plan }).catch(() => () => undefined);
    return () => void mounted.then((remove) => remove());
  }, [stripeKey, plan]);

  return <div ref={place} className={isAvailable ? styles.shown : styles.hidden} />;
}
