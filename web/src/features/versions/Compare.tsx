import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { day } from '@stagelink/shared/domain/format';
import { ArrowRight, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useVersions, type Version } from './api.ts';
import { useFocusBack } from '../../kit/useFocusBack.ts';
import { useNow } from '../../lib/useNow.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from './copy.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Select } from '../../kit/Select.tsx';
import { ChangedFiles } from './ChangedFiles.tsx';
import styles from './Compare.module.css';
import { type Pair, pairOf } from './pair.ts';
import { CompareView, type CompareMode } from './CompareView.tsx';

const WAYS = ['side', 'slider', 'overlay', 'fileList'] as const;
type Way = (typeof WAYS)[number];

interface ChoiceProps {
  label: string;
  versions: Version[];
  chosen: number;
  /** The version chosen on the other side. */
  taken: number;
  onChoose: (number: number) => void;
}

function Choice({ label, versions, chosen, taken, onChoose }: ChoiceProps) {
  const now = useNow();
  return (
    <Select
      className={styles.choice}
      size="small"
      aria-label={label}
      value={String(chosen)}
      options={versions
        .filter(({ number }) => number !== taken)
        .map(({ number, createdAt }) => ({
          value: String(number),
          label: t('option', { version: number, day: day(new Date(createdAt), now) }),
        }))}
      onChange={(value) => onChoose(Number(value))}
    />
  );
}

function Ways({ way, onWay }: { way: Way; onWay: (way: Way) => void }) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={t('ways')} className={styles.ways}>
      {WAYS.map((one) => (
        <label key={one} className={styles.way}>
          <input type="radio" name={name} checked={one === way} onChange={() => onWay(one)} />
          {t(one)}
        </label>
      ))}
    </div>
  );
}

interface CompareProps {
  snapshot: SnapshotView;
  /** The initial route of the prototype. */
  route: string;
  first: Pair;
  onClose: () => void;
}

/** A full-screen comparison of two versions. */
export function Compare({ snapshot, route, first, onClose }: CompareProps) {
  const { data: versions = [] } = useVersions(snapshot.id);
  const [pair, setPair] = useState(first);
  const [way, setWay] = useState<Way>('side');
  /** Kept while the file list is shown. */
  const [twinWay, setTwinWay] = useState<CompareMode>('side');
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
    <dialog ref={dialog} className={styles.compare} aria-labelledby={title} onClose={onClose}>
      <div className={styles.head}>
        <h2 id={title} className={styles.title}>
          {t('compare')}
        </h2>
        <div className={styles.pair}>
          <Choice
            label={t('older')}
            versions={versions}
            chosen={pair.from}
            taken={pair.to}
            onChoose={(number) => setPair(pairOf(number, pair.to))}
          />
          <ArrowRight size={14} aria-hidden />
          <Choice
            label={t('newer')}
            versions={versions}
            chosen={pair.to}
            taken={pair.from}
            onChoose={(number) => setPair(pairOf(pair.from, number))}
          />
        </div>
        <Ways way={way} onWay={choose} />
        <IconButton className={styles.close} label={common('close')} onClick={() => dialog.current?.close()}>
          <X size={16} />
        </IconButton>
      </div>
      {from && to && (
        <div className={styles.place} hidden={way === 'fileList'}>
          <CompareView snapshot={snapshot} from={from} to={to} way={twinWay} route={route} />
        </div>
      )}
      {way === 'fileList' && (
        <ChangedFiles key={`${pair.from} ${pair.to}`} id={snapshot.id} from={pair.from} to={pair.to} />
      )}
    </dialog>
  );
}
