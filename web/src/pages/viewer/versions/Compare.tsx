import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { ArrowRight, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useVersions, type Version } from '../../../data/versions.ts';
import { useFocusBack } from '../../../ui/useFocusBack.ts';
import { day } from '../../../ui/times.ts';
import { useNow } from '../../../ui/useNow.ts';
import { t as common } from '../../../words/common.ts';
import { t } from '../../../words/versions.ts';
import { iconButton } from '../controls.ts';
import { ChangedFiles } from './ChangedFiles.tsx';
import styles from './Compare.module.css';
import type { Pair } from './pair.ts';
import { Twins, type TwinWay } from './Twins.tsx';

const WAYS = ['side', 'slider', 'overlay', 'fileList'] as const;
type Way = (typeof WAYS)[number];

interface ChoiceProps {
  label: string;
  versions: Version[];
  chosen: number;
  /** On the other side already. */
  taken: number;
  onChoose: (number: number) => void;
}

function Choice({ label, versions, chosen, taken, onChoose }: ChoiceProps) {
  const now = useNow();
  return (
    <select
      className={styles['choice']}
      aria-label={label}
      value={chosen}
      onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
    >
      {versions.map(({ number, createdAt }) => (
        <option key={number} value={number} disabled={number === taken}>
          {t('option', { version: number, day: day(new Date(createdAt), now) })}
        </option>
      ))}
    </select>
  );
}

function Ways({ way, onWay }: { way: Way; onWay: (way: Way) => void }) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={t('ways')} className={styles['ways']}>
      {WAYS.map((one) => (
        <label key={one} className={styles['way']}>
          <input type="radio" name={name} checked={one === way} onChange={() => onWay(one)} />
          {t(one)}
        </label>
      ))}
    </div>
  );
}

interface CompareProps {
  snapshot: SnapshotView;
  /** Where in the prototype to begin. */
  route: string;
  first: Pair;
  onClose: () => void;
}

/** Two versions held against each other, over everything else. */
export function Compare({ snapshot, route, first, onClose }: CompareProps) {
  const { data: versions = [] } = useVersions(snapshot.id);
  const [pair, setPair] = useState(first);
  const [way, setWay] = useState<Way>('side');
  /** Of the versions as they are to be seen; kept while files are looked at. */
  const [twinWay, setTwinWay] = useState<TwinWay>('side');
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useFocusBack();
  useEffect(() => dialog.current?.showModal(), []);

  function choose(next: Way): void {
    setWay(next);
    if (next !== 'fileList') setTwinWay(next);
  }

  const [from, to] = [pair.from, pair.to].map((wanted) => versions.find(({ number }) => number === wanted));

  return (
    <dialog ref={dialog} className={styles['compare']} aria-labelledby={title} onClose={onClose}>
      <div className={styles['head']}>
        <h2 id={title} className={styles['title']}>
          {t('compare')}
        </h2>
        <div className={styles['pair']}>
          <Choice
            label={t('older')}
            versions={versions}
            chosen={pair.from}
            taken={pair.to}
            onChoose={(number) => setPair({ ...pair, from: number })}
          />
          <ArrowRight size={14} aria-hidden />
          <Choice
            label={t('newer')}
            versions={versions}
            chosen={pair.to}
            taken={pair.from}
            onChoose={(number) => setPair({ ...pair, to: number })}
          />
        </div>
        <Ways way={way} onWay={choose} />
        <button
          type="button"
          className={`${iconButton} ${styles['close']}`}
          aria-label={common('close')}
          onClick={() => dialog.current?.close()}
        >
          <X size={16} />
        </button>
      </div>
      {from && to && (
        <div className={styles['place']} hidden={way === 'fileList'}>
          <Twins snapshot={snapshot} from={from} to={to} way={twinWay} route={route} />
        </div>
      )}
      {way === 'fileList' && (
        <ChangedFiles key={`${pair.from} ${pair.to}`} id={snapshot.id} from={pair.from} to={pair.to} />
      )}
    </dialog>
  );
}
