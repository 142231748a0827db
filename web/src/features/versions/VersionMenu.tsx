import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { t } from './menuCopy.ts';
import type { VersionsProps } from './versionsProps.ts';
import type { Pair } from './pair.ts';
import styles from './VersionMenu.module.css';

// Rarely used, so these load on open.
const VersionList = lazy(async () => ({ default: (await import('./VersionList.tsx')).VersionList }));
const VersionBanner = lazy(async () => ({ default: (await import('./VersionBanner.tsx')).VersionBanner }));
const Compare = lazy(async () => ({ default: (await import('./Compare.tsx')).Compare }));

export function VersionMenu(props: VersionsProps) {
  const { snapshot, preview } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [pair, setPair] = useState<Pair | null>(null);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const { version, kept } = preview;

  useEffect(() => {
    if (!isOpen) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const close = () => setIsOpen(false);
    // A pressed button may have been removed: only a press outside closes.
    const leave = ({ target }: Event) => {
      if (!(target instanceof Node && place.current?.contains(target))) close();
    };
    document.addEventListener('pointerdown', leave, { signal });
    document.addEventListener('focusin', leave, { signal });
    // Focus moved into the preview.
    window.addEventListener('blur', close, { signal });
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
        trigger.current?.focus();
      },
      { signal },
    );
    return () => listening.abort();
  }, [isOpen]);

  function compare(next: Pair): void {
    setIsOpen(false);
    setPair(next);
  }

  return (
    <>
      <div ref={place} className={styles.place}>
        <button
          ref={trigger}
          type="button"
          className={styles.version}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={styles.whole}>{t('version', { version })}</span>
          <span className={styles.short}>{t('short', { version })}</span>
          <span className={styles.unseen}>{t('seeAll')}</span>
          <ChevronDown size={12} aria-hidden />
        </button>
        {isOpen && (
          <section id={id} aria-label={t('versions')} tabIndex={-1} className={styles.list}>
            <Suspense fallback={<div className={styles.coming} />}>
              <VersionList {...props} onCompare={compare} onDone={() => setIsOpen(false)} />
            </Suspense>
          </section>
        )}
      </div>
      {(kept || version !== snapshot.version) && (
        <Suspense>
          <VersionBanner {...props} onCompare={compare} />
        </Suspense>
      )}
      {pair && (
        <Suspense>
          <Compare snapshot={snapshot} route={preview.route} first={pair} onClose={() => setPair(null)} />
        </Suspense>
      )}
    </>
  );
}
