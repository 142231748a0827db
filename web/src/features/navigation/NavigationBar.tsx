import { ArrowLeft, ArrowRight, RotateCw } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { IconButton } from '../../kit/IconButton.tsx';
import { t } from './copy.ts';
import styles from './NavigationBar.module.css';
import type { Navigation } from './useNavigation.ts';
import { routeFrom } from './routes.ts';

interface NavigationBarProps {
  navigation: Navigation;
  contentOrigin: string | null;
}

/** Back, forward, reload, and the path that is shown, to be edited. */
export function NavigationBar({ navigation, contentOrigin }: NavigationBarProps) {
  const { route, back, forward, go, reload } = navigation;
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setIsWrong] = useState(false);
  const id = useId();

  function leave(): void {
    setTyped(null);
    setIsWrong(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const next = routeFrom(typed ?? route, contentOrigin);
    if (next === null) return setIsWrong(true);
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
      <form className={styles.form} onSubmit={submit}>
        <input
          className={styles.path}
          aria-label={t('address')}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? id : undefined}
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
            setIsWrong(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            leave();
          }}
          onBlur={leave}
        />
        {isWrong && (
          <p id={id} role="alert" className={styles.wrong}>
            {t('elsewhere')}
          </p>
        )}
      </form>
    </div>
  );
}
