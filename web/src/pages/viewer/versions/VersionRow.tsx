import { useState } from 'react';
import type { Version } from '../../../data/versions.ts';
import { moment } from '../../../ui/times.ts';
import { t } from '../../../words/versions.ts';
import { button } from '../controls.ts';
import { factsOf, pinsIn } from './facts.ts';
import type { VersionActs } from './useVersionActs.ts';
import styles from './VersionList.module.css';

interface VersionRowProps {
  version: Version;
  now: Date;
  isLookedAt: boolean;
  canLook: boolean;
  /** The version it is held against; null when there is none. */
  comparedWith: number | null;
  /** Null for whoever does not own it. */
  acts: VersionActs | null;
  onLook: () => void;
  onCompare: () => void;
}

function Marks({ version, isLookedAt }: Pick<VersionRowProps, 'version' | 'isLookedAt'>) {
  return (
    <>
      {version.isShown && <span className={styles['shown']}>{t('shown')}</span>}
      {version.isWaiting && <span className={styles['waiting']}>{t('waiting')}</span>}
      {isLookedAt && !version.isShown && <span className={styles['looked']}>{t('lookedAt')}</span>}
    </>
  );
}

function Discard({ number, acts, onKeep }: { number: number; acts: VersionActs; onKeep: () => void }) {
  return (
    <div className={styles['acts']}>
      <span className={styles['sure']}>{t('discardText', { version: number })}</span>
      <button
        type="button"
        className={`${button('plain', 'small')} ${styles['final']}`}
        disabled={acts.isBusy}
        onClick={() => void acts.discard(number)}
      >
        {t('discard')}
      </button>
      <button type="button" className={button('quiet', 'small')} onClick={onKeep}>
        {t('keep')}
      </button>
    </div>
  );
}

export function VersionRow({ comparedWith, acts, ...row }: VersionRowProps) {
  const { version, now, isLookedAt, canLook, onLook, onCompare } = row;
  const { number, isShown, isWaiting, createdAt } = version;
  const [isLeaving, setIsLeaving] = useState(false);
  const pins = pinsIn(version);
  const isInDoubt = (version.pins?.lost ?? 0) + (version.pins?.doubtful ?? 0) > 0;

  return (
    <li className={styles['row']} aria-current={isLookedAt || undefined}>
      <button
        type="button"
        className={styles['look']}
        aria-label={t('look', { version: number })}
        disabled={!canLook}
        onClick={onLook}
      >
        <span className={styles['head']}>
          <span className={styles['number']}>{t('version', { version: number })}</span>
          <Marks version={version} isLookedAt={isLookedAt} />
        </span>
        <span className={styles['facts']} title={moment(new Date(createdAt))}>
          {factsOf(version, now).join(' · ')}
        </span>
        {pins && (
          <span className={styles['facts']} data-doubt={isInDoubt}>
            {pins}
          </span>
        )}
      </button>
      {acts && isLeaving ? (
        <Discard number={number} acts={acts} onKeep={() => setIsLeaving(false)} />
      ) : (
        <div className={styles['acts']}>
          {acts && !isShown && (
            <button
              type="button"
              className={button('plain', 'small')}
              aria-label={t('publishVersion', { version: number })}
              disabled={acts.isBusy}
              onClick={() => void acts.publish(number)}
            >
              {t('publish')}
            </button>
          )}
          {comparedWith !== null && (
            <button type="button" className={button('quiet', 'small')} onClick={onCompare}>
              {t('compareWith', { version: comparedWith })}
            </button>
          )}
          {acts && isWaiting && (
            <button
              type="button"
              className={button('quiet', 'small')}
              aria-label={t('discardVersion', { version: number })}
              onClick={() => setIsLeaving(true)}
            >
              {t('discard')}
            </button>
          )}
        </div>
      )}
    </li>
  );
}
