import { useEffect } from 'react';
import { useVersions } from '../../../data/versions.ts';
import { t } from '../../../words/versions.ts';
import { button } from '../controls.ts';
import type { PanelProps } from '../panels.tsx';
import { type Pair, pairOf } from './pair.ts';
import { useVersionActs } from './useVersionActs.ts';
import styles from './VersionBanner.module.css';

const { dataset } = document.documentElement;

interface VersionBannerProps extends PanelProps {
  onCompare: (pair: Pair) => void;
}

/** Over the stage, while it shows another version than the link: which one, and the way back. */
export function VersionBanner({ snapshot, preview, onCompare }: VersionBannerProps) {
  const { data: versions } = useVersions(snapshot.id);
  const acts = useVersionActs(snapshot, preview);
  const { version } = preview;
  const newest = Math.max(version, snapshot.version, versions?.[0]?.number ?? 0);
  const isWaiting = versions?.find(({ number }) => number === version)?.isWaiting ?? false;
  const isNewestShown = versions?.every(
    ({ number, isWaiting: waits }) => waits || number <= snapshot.version,
  );

  useEffect(() => {
    dataset['viewerVersion'] = 'other';
    return () => {
      delete dataset['viewerVersion'];
    };
  }, []);

  return (
    <section className={styles['banner']} aria-label={t('versions')}>
      <output className={styles['text']}>
        <span className={styles['wide']}>
          {isWaiting ? t('lookingAtWaiting', { version }) : t('lookingAt', { version, newest })}
        </span>
        <span className={styles['narrow']}>
          {isWaiting ? t('versionWaits', { version }) : t('versionOf', { version, newest })}
        </span>
      </output>
      {acts.problem && (
        <p role="alert" className={styles['problem']}>
          {acts.problem}
        </p>
      )}
      {isWaiting && snapshot.isOwner && (
        <button
          type="button"
          className={button('main', 'small')}
          disabled={acts.isBusy}
          onClick={() => void acts.publish(version)}
        >
          {t('publish')}
        </button>
      )}
      <button
        type="button"
        className={`${button('quiet', 'small')} ${styles['wide']}`}
        onClick={() => onCompare(pairOf(version, snapshot.version))}
      >
        {t('compareWith', { version: snapshot.version })}
      </button>
      <button type="button" className={button('plain', 'small')} onClick={() => preview.showVersion(null)}>
        {isNewestShown ? t('backToNewest') : t('backTo', { version: snapshot.version })}
      </button>
    </section>
  );
}
