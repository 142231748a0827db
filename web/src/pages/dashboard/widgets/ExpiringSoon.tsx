import { EXPIRING_SOON_DAYS, EXTEND_DAYS } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { extendSnapshot } from '../../../data/snapshots.ts';
import { BusyButton } from '../../../ui/BusyButton.tsx';
import { moment } from '../../../ui/times.ts';
import { tell } from '../../../ui/telling.ts';
import { t } from '../../../words/widgets.ts';
import { toneOf } from '../snapshots/expiry.ts';
import { timeLeft } from './timeLeft.ts';
import { Item, Widget } from './Widget.tsx';
import styles from './Widgets.module.css';

const extend = ({ id, name: about }: Snapshot) =>
  tell({ about, act: () => extendSnapshot(id), done: t('extended'), failed: t('extendFailed') });

function ExtendButton({ snapshot }: { snapshot: Snapshot }) {
  const { name } = snapshot;
  const [isExtending, setIsExtending] = useState(false);

  async function press(): Promise<void> {
    setIsExtending(true);
    await extend(snapshot);
    setIsExtending(false);
  }

  return (
    <BusyButton
      size="compact-xs"
      variant="default"
      aria-label={t('extendNamed', { name, days: EXTEND_DAYS })}
      loading={isExtending}
      onClick={() => void press()}
    >
      {t('extend')}
    </BusyButton>
  );
}

/** Those that somebody looks at can be given more time here. */
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
