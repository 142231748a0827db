import { EXPIRING_SOON_DAYS, EXTEND_DAYS } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { moment } from '@stagelink/shared/domain/format';
import { useState } from 'react';
import { extendSnapshot } from '../api.ts';
import { runWithToast } from '../../../kit/runWithToast.ts';
import { Button } from '../../../kit/Button.tsx';
import { t } from './copy.ts';
import { toneOf } from '../expiry.ts';
import { timeLeft } from './timeLeft.ts';
import { Item, Widget } from './Widget.tsx';
import styles from './Widgets.module.css';

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
