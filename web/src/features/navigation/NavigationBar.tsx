import { ArrowLeft, ArrowRight, RotateCw } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { IconButton } from '../../kit/IconButton.tsx';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import { t } from './copy.ts';
import styles from './NavigationBar.module.css';
import type { Navigation } from './useNavigation.ts';
import { routeFrom } from './routes.ts';

interface NavigationBarProps {
  navigation: Navigation;
  contentOrigin: string | null;
  /** At its end. */
  children: ReactNode;
}

/** Back, forward, reload, the path that is shown, to be edited. */
export function NavigationBar({ navigation, contentOrigin, children }: NavigationBarProps) {
  const { route, back, forward, go, reload } = navigation;
  const [typed, setTyped] = useState<string | null>(null);
  const { formProps, refuse, clear, errorAt } = useFormSubmit(t('elsewhere'));
  const wrong = errorAt('address');
  const id = useId();

  function leave(): void {
    setTyped(null);
    clear();
  }

  function submit(): void {
    const next = routeFrom(typed ?? route, contentOrigin);
    if (next === null) return refuse({ message: t('elsewhere'), field: 'address' });
    leave();
    if (next === route) reload();
    else go(next);
  }

  return (
    <div className={styles.bar}>
      <IconButton size="small" label={t('back')} title={t('back')} disabled={!back} onClick={() => back?.()}>
        <ArrowLeft size={15} />
      </IconButton>
      <IconButton
        size="small"
        label={t('forward')}
        title={t('forward')}
        disabled={!forward}
        onClick={() => forward?.()}
      >
        <ArrowRight size={15} />
      </IconButton>
      <IconButton size="small" label={t('reload')} title={t('reload')} onClick={reload}>
        <RotateCw size={14} />
      </IconButton>
      <form className={styles.form} {...formProps(submit)}>
        <input
          className={styles.path}
          name="address"
          aria-label={t('address')}
          aria-invalid={wrong !== null}
          aria-describedby={wrong === null ? undefined : id}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
          enterKeyHint="go"
          dir="ltr"
          placeholder={t('unknown')}
          value={typed ?? route}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            clear();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            leave();
          }}
          onBlur={leave}
        />
        {wrong !== null && (
          <p id={id} role="alert" className={styles.wrong}>
            {wrong}
          </p>
        )}
      </form>
      {children}
    </div>
  );
}
