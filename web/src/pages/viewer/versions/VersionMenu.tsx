import { ChevronDown } from 'lucide-react';
import { type FocusEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../../words/versions.ts';
import type { PanelProps } from '../panels.tsx';
import type { Pair } from './pair.ts';
import { VersionBanner } from './VersionBanner.tsx';
import styles from './VersionMenu.module.css';

// Asked for by few, so neither comes with the viewer.
const VersionList = lazy(async () => ({ default: (await import('./VersionList.tsx')).VersionList }));
const Compare = lazy(async () => ({ default: (await import('./Compare.tsx')).Compare }));

/** In the bar: which version is shown, and all that can be done about versions. */
export function VersionMenu(props: PanelProps) {
  const { snapshot, preview } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [pair, setPair] = useState<Pair | null>(null);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const { version } = preview;

  function leave({ relatedTarget }: FocusEvent): void {
    if (!place.current?.contains(relatedTarget)) setIsOpen(false);
  }

  useEffect(() => {
    if (!isOpen) return undefined;
    function press(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setIsOpen(false);
      trigger.current?.focus();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOpen]);

  function compare(next: Pair): void {
    setIsOpen(false);
    setPair(next);
  }

  return (
    <>
      <div ref={place} className={styles['place']} onBlur={leave}>
        <button
          ref={trigger}
          type="button"
          className={styles['version']}
          aria-label={t('choose', { version })}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={styles['whole']}>{t('version', { version })}</span>
          <span className={styles['short']}>{t('short', { version })}</span>
          <ChevronDown size={12} aria-hidden />
        </button>
        {isOpen && (
          <section id={id} aria-label={t('versions')} tabIndex={-1} className={styles['list']}>
            <Suspense fallback={<div className={styles['coming']} />}>
              <VersionList {...props} onCompare={compare} onDone={() => setIsOpen(false)} />
            </Suspense>
          </section>
        )}
      </div>
      {version !== snapshot.version && <VersionBanner {...props} onCompare={compare} />}
      {pair && (
        <Suspense>
          <Compare snapshot={snapshot} route={preview.route} first={pair} onClose={() => setPair(null)} />
        </Suspense>
      )}
    </>
  );
}
