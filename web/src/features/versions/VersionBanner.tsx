import { useEffect } from 'react';
import { useVersions } from './api.ts';
import { t } from './copy.ts';
import { t as ofMenu } from './menuCopy.ts';
import type { Kept } from '../preview/frameState.ts';
import { Button } from '../../kit/Button.tsx';
import { useCopyLink } from '../../kit/useCopyLink.ts';
import { shownPath } from '../../lib/shownPath.ts';
import type { VersionsProps } from './versionsProps.ts';
import { type Pair, pairOf } from './pair.ts';
import { useVersionActions } from './useVersionActions.ts';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './VersionBanner.module.css';

const { dataset } = document.documentElement;

/** Says that the page belongs to another version than the chosen one. */
function KeptText({ kept: { version, isFromWorker } }: { kept: Kept }) {
  const unknown = isFromWorker ? 'unknownByWorker' : 'unknownByCache';
  const known = isFromWorker ? 'keptByWorker' : 'keptByCache';
  return <span>{version === null ? t(unknown) : t(known, { version })}</span>;
}

interface VersionBannerProps extends VersionsProps {
  onCompare: (pair: Pair) => void;
}

/** Shown over the preview while it shows another version than the live or the chosen one. */
export function VersionBanner({ snapshot, preview, onCompare }: VersionBannerProps) {
  const { data: versions } = useVersions(snapshot.id);
  const acts = useVersionActions(snapshot, preview);
  const { copy, copyResult } = useCopyLink();
  const { version, chosen, kept } = preview;
  const newest = Math.max(version, snapshot.version, versions?.[0]?.number ?? 0);
  const isDraft = versions?.find(({ number }) => number === version)?.isDraft ?? false;
  const isNewestShown = versions?.every(({ number, isDraft }) => isDraft || number <= snapshot.version);

  useEffect(() => {
    dataset['viewerVersion'] = 'other';
    return () => {
      delete dataset['viewerVersion'];
    };
  }, []);

  if (kept) {
    return (
      <section className={styles.banner} aria-label={ofMenu('versions')}>
        <output className={styles.text}>
          <KeptText kept={kept} />
        </output>
        <Button variant="plain" size="small" onClick={preview.reload}>
          {t('loadAgain', { version: chosen })}
        </Button>
      </section>
    );
  }

  return (
    <section className={styles.banner} aria-label={ofMenu('versions')}>
      <output className={styles.text}>
        <span className={styles.wide}>
          {copyResult ?? (isDraft ? t('lookingAtWaiting', { version }) : t('lookingAt', { version, newest }))}
        </span>
        <span className={styles.narrow}>
          {isDraft ? t('versionWaits', { version }) : t('versionOf', { version, newest })}
        </span>
      </output>
      {acts.problem && (
        <Text tone="danger" role="alert">
          {acts.problem}
        </Text>
      )}
      {isDraft && snapshot.isOwner && (
        <Button size="small" disabled={acts.isBusy} onClick={() => void acts.publish(version)}>
          {t('publish')}
        </Button>
      )}
      <Button
        variant="quiet"
        size="small"
        className={styles.wide}
        onClick={() => onCompare(pairOf(version, snapshot.version))}
      >
        {t('compareWith', { version: snapshot.version })}
      </Button>
      <Button
        variant="quiet"
        size="small"
        className={styles.wide}
        onClick={() => copy(shownPath(snapshot, { route: preview.route, version }))}
      >
        {t('copyLink')}
      </Button>
      <Button variant="plain" size="small" onClick={() => preview.showVersion(null)}>
        {isNewestShown ? t('backToNewest') : t('backTo', { version: snapshot.version })}
      </Button>
    </section>
  );
}
