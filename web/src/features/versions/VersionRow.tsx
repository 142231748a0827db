import { moment } from '@stagelink/shared/domain/format';
import { useState } from 'react';
import type { Version } from './api.ts';
import { t } from './copy.ts';
import { t as ofMenu } from './menuCopy.ts';
import { Button } from '../../kit/Button.tsx';
import { SnapshotPicture } from '../snapshots/SnapshotPicture.tsx';
import { factsOf, pinsIn } from './facts.ts';
import type { VersionActions } from './useVersionActions.ts';
import { Line } from '../../kit/layout/Line.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './VersionList.module.css';

interface VersionRowProps {
  version: Version;
  now: Date;
  isLookedAt: boolean;
  canLook: boolean;
  /** The version to compare with; null without one. */
  comparedWith: number | null;
  /** Null for everyone but the owner. */
  acts: VersionActions | null;
  onLook: () => void;
  onCompare: () => void;
}

function Marks({ version, isLookedAt }: Pick<VersionRowProps, 'version' | 'isLookedAt'>) {
  return (
    <>
      {version.isShown && <span className={styles.shown}>{t('shown')}</span>}
      {version.isDraft && <span className={styles.waiting}>{t('waiting')}</span>}
      {isLookedAt && !version.isShown && <span className={styles.looked}>{t('lookedAt')}</span>}
    </>
  );
}

function Discard({ number, acts, onKeep }: { number: number; acts: VersionActions; onKeep: () => void }) {
  return (
    <div className={styles.acts}>
      <span className={styles.sure}>{t('discardText', { version: number })}</span>
      <Button
        variant="plain"
        size="small"
        isDanger
        disabled={acts.isBusy}
        onClick={() => void acts.discard(number)}
      >
        {t('discard')}
      </Button>
      <Button variant="quiet" size="small" onClick={onKeep}>
        {t('keep')}
      </Button>
    </div>
  );
}

export function VersionRow({ comparedWith, acts, ...row }: VersionRowProps) {
  const { version, now, isLookedAt, canLook, onLook, onCompare } = row;
  const { number, isShown, isDraft, createdAt } = version;
  const [isLeaving, setIsLeaving] = useState(false);
  const pins = pinsIn(version);
  const hasUnfoundPins = (version.pins?.lost ?? 0) + (version.pins?.doubtful ?? 0) > 0;

  return (
    <li className={styles.row} aria-current={isLookedAt || undefined}>
      <button
        type="button"
        className={styles.look}
        aria-label={t('look', { version: number })}
        disabled={!canLook}
        onClick={onLook}
      >
        <span className={styles.picture} aria-hidden>
          <SnapshotPicture picture={version.picture} name={ofMenu('version', { version: number })} />
        </span>
        <Line as="span" gap="small" align="center" isWrapping>
          <Text as="span" size="small" isBold>
            {ofMenu('version', { version: number })}
          </Text>
          <Marks version={version} isLookedAt={isLookedAt} />
        </Line>
        <span className={styles.facts} title={moment(new Date(createdAt))}>
          {factsOf(version, now).join(' · ')}
        </span>
        {pins && (
          <span className={styles.facts} data-doubt={hasUnfoundPins}>
            {pins}
          </span>
        )}
      </button>
      {acts && isLeaving ? (
        <Discard number={number} acts={acts} onKeep={() => setIsLeaving(false)} />
      ) : (
        <div className={styles.acts}>
          {acts && !isShown && (
            <Button
              variant="plain"
              size="small"
              aria-label={t('publishVersion', { version: number })}
              disabled={acts.isBusy}
              onClick={() => void acts.publish(number)}
            >
              {t('publish')}
            </Button>
          )}
          {comparedWith !== null && (
            <Button variant="quiet" size="small" onClick={onCompare}>
              {t('compareWith', { version: comparedWith })}
            </Button>
          )}
          {acts && (
            <Button
              variant="quiet"
              size="small"
              aria-label={t('downloadVersion', { version: number })}
              disabled={acts.isBusy}
              onClick={() => void acts.download(number)}
            >
              {t('download')}
            </Button>
          )}
          {acts && isDraft && (
            <Button
              variant="quiet"
              size="small"
              aria-label={t('discardVersion', { version: number })}
              onClick={() => setIsLeaving(true)}
            >
              {t('discard')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
