import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { type CSSProperties, useState } from 'react';
import type { Version } from './api.ts';
import { t } from './copy.ts';
import { t as ofMenu } from './menuCopy.ts';
import { Divider } from './Divider.tsx';
import { createLinks } from './links.ts';
import { ComparePane } from './ComparePane.tsx';
import styles from './CompareView.module.css';

export type CompareMode = 'side' | 'slider' | 'overlay';

interface CompareViewProps {
  snapshot: SnapshotView;
  from: Version;
  to: Version;
  way: CompareMode;
  route: string;
}

/** Shows two versions at the same route: side by side, or the newer over the older. */
export function CompareView({ snapshot, from, to, way, route }: CompareViewProps) {
  const [links] = useState(createLinks);
  const [share, setShare] = useState(50);
  const [opacity, setOpacity] = useState(50);
  const shared = { snapshot, route, links };
  const style = { '--share': `${share}%`, '--opacity': opacity / 100 } as CSSProperties;

  return (
    <div className={styles.twins} data-way={way} style={style}>
      <figure className={styles.twin} data-side="from">
        <figcaption>{ofMenu('version', { version: from.number })}</figcaption>
        <ComparePane {...shared} side="from" version={from} />
      </figure>
      <figure className={styles.twin} data-side="to">
        <figcaption>{ofMenu('version', { version: to.number })}</figcaption>
        <ComparePane {...shared} side="to" version={to} />
      </figure>
      {way === 'slider' && (
        <Divider label={t('divider', { version: to.number })} share={share} onShare={setShare} />
      )}
      {way === 'overlay' && (
        <label className={styles.opacity}>
          <span>{ofMenu('version', { version: from.number })}</span>
          <input
            type="range"
            min={0}
            max={100}
            value={opacity}
            aria-label={t('opacity', { version: to.number })}
            onChange={({ currentTarget }) => setOpacity(Number(currentTarget.value))}
          />
          <span>{ofMenu('version', { version: to.number })}</span>
        </label>
      )}
    </div>
  );
}
