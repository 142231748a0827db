import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { later } from '../../kit/later.tsx';
import { Popover } from '../../kit/Popover.tsx';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { t } from './menuCopy.ts';
import type { VersionsProps } from './versionsProps.ts';
import type { Pair } from './pair.ts';
import styles from './VersionMenu.module.css';

// Rarely used, so these load on open.
const Versions = later(() => import('./versionParts.ts'));
const Compare = lazy(async () => ({ default: (await import('./Compare.tsx')).Compare }));

export function VersionMenu(props: VersionsProps) {
  const { snapshot, preview } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [pair, setPair] = useState<Pair | null>(null);
  const { version, kept } = preview;

  function compare(next: Pair): void {
    setIsOpen(false);
    setPair(next);
  }

  return (
    <>
      <Popover
        trigger={
          <button type="button" className={styles.version}>
            <span className={styles.whole}>{t('version', { version })}</span>
            <span className={styles.short}>{t('short', { version })}</span>
            <VisuallyHidden>{t('seeAll')}</VisuallyHidden>
            <ChevronDown size={12} aria-hidden />
          </button>
        }
        align="start"
        widthPx={392}
        className={styles.list}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      >
        <Versions fallback={<div className={styles.coming} />}>
          {({ VersionList }) => (
            <VersionList {...props} onCompare={compare} onDone={() => setIsOpen(false)} />
          )}
        </Versions>
      </Popover>
      {(kept || version !== snapshot.version) && (
        <Versions>{({ VersionBanner }) => <VersionBanner {...props} onCompare={compare} />}</Versions>
      )}
      {pair && (
        <Suspense>
          <Compare snapshot={snapshot} route={preview.route} first={pair} onClose={() => setPair(null)} />
        </Suspense>
      )}
    </>
  );
}
