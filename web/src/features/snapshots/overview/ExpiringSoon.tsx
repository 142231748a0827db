import { EXPIRING_SOON_DAYS, EXTEND_DAYS } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { moment } from '@stagelink/shared/domain/format';
import { useState } from 'react';
import { extendSnapshot } from '../api.ts';
import { runWithToast } from '../../../kit/runWithToast.ts';
import { Button } from '../../../kit/Button.tsx';
import { t } from './copy.ts';
import { toneOf } from '../expiry.ts';
import { Item, Widget } from './Widget.tsx';
import styles from './Widgets.module.css';
import { timeLeft as leftUntil } from '@stagelink/shared/domain/timeLeft';

/** Formats the time left without “left”: “2 days”, “5 hours”, “40 minutes”. */
function timeLeft(expiresAt: Date, now: Date): string {
  const { count, unit } = leftUntil(expiresAt.getTime(), now.getTime()) ?? { count: 0, unit: 'minute' };
  return t(`${unit}s`, { count });
}

const extend = ({ id, name: about }: Snapshot) =>
  runWithToast({ about, act: () => extendSnapshot(id), done: t('extended'), failed: t('extendFailed') });

function ExtendButton({ snapshot }: { snapshot: Snapshot }) {
  const { name } = snapshot;
  const [isExtending, setIsExtending] = useState(false);

  async function press(): Promise<void> {
    setIsExtending(true);
    await extend(snapshot);
    setIsExtending(false);
  }

  return (
    <Button
      size="mini"
      variant="plain"
      aria-label={t('extendNamed', { name, days: EXTEND_DAYS })}
      isLoading={isExtending}
      onClick={() => void press()}
    >
      {t('extend')}
    </Button>
  );
}

/** Snapshots with views can be extended here. */
export function ExpiringSoon({ snapshots, now }: { snapshots: Snapshot[]; now: Date }) {
  const empty = t('nothingExpires', { days: EXPIRING_SOON_DAYS });
  return (
    <Widget title={t('expiringSoon')} empty={empty} isEmpty={snapshots.length === 0}>
      {snapshots.map((snapshot) => {
        const expiresAt = new Date(snapshot.expiresAt);
        return (
          <Item key={snapshot.id} snapshot={snapshot}>
            <span className={styles.aside} data-tone={toneOf(expiresAt, now)} title={moment(expiresAt)}>
              {timeLeft(expiresAt, now)}
            </span>
            {snapshot.viewCount > 0 && <ExtendButton snapshot={snapshot} />}
          </Item>
        );
      })}
    </Widget>
  );
}
