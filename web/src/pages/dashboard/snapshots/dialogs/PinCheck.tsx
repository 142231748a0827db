import { Button, Group } from '@mantine/core';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { versionQuery } from '@stagelink/shared/preview/address';
import type { PinFinding } from '@stagelink/shared/preview/messages';
import { useState } from 'react';
import type { OpenPin } from '../../../../data/pinCheck.ts';
import { discardVersion } from '../../../../data/versions.ts';
import { BusyButton } from '../../../../ui/BusyButton.tsx';
import { PinCounts } from '../../../../ui/PinCounts.tsx';
import { tell } from '../../../../ui/telling.ts';
import { t } from '../../../../words/restage.ts';
import styles from './RestageDialog.module.css';
import type { Checked } from './useRestage.ts';

type Status = PinFinding['status'];

const IS = { doubtful: 'is_doubtful', lost: 'is_lost', elsewhere: 'is_elsewhere' } as const;
/** More is read in the viewer. */
const LISTED = 5;
const RANK: Record<Status, number> = { lost: 0, doubtful: 1, elsewhere: 2, found: 3 };

interface Found {
  pin: OpenPin;
  status: Status;
}

function Troubles({ troubles }: { troubles: Found[] }) {
  return (
    <ul className={styles.troubles}>
      {troubles.slice(0, LISTED).map(({ pin, status }) => (
        <li key={pin.id}>
          <span className={styles.pin}>{t('pin', { number: pin.pinNumber ?? '' })}</span>
          <span className={styles.quote}>{pin.text}</span>
          <span className={styles.status} data-status={status}>
            {status !== 'found' && t(IS[status])}
          </span>
        </li>
      ))}
      {troubles.length > LISTED && <li>{t('more', { count: troubles.length - LISTED })}</li>}
    </ul>
  );
}

interface PinCheckProps {
  snapshot: Snapshot;
  checked: Checked;
  onPublish: () => Promise<boolean>;
  onClose: () => void;
}

/** What will become of the open pins, before anybody else sees the version. */
export function PinCheck({ snapshot, checked, onPublish, onClose }: PinCheckProps) {
  const { version, pins, findings } = checked;
  const [isBusy, setIsBusy] = useState(false);
  const all: Found[] = pins.map((pin) => ({ pin, status: findings.get(pin.id)?.status ?? 'elsewhere' }));
  const troubles = all
    .filter(({ status }) => status !== 'found')
    .toSorted((a, b) => RANK[a.status] - RANK[b.status]);
  const countOf = (status: Status) => all.filter((each) => each.status === status).length;

  async function end(act: () => Promise<boolean>): Promise<void> {
    setIsBusy(true);
    const isDone = await act();
    setIsBusy(false);
    if (isDone) onClose();
  }

  const discard = () =>
    tell({
      act: () => discardVersion(snapshot.id, version),
      done: t('discarded', { version }),
      about: snapshot.name,
      failed: t('discardFailed'),
      isInForm: true,
    });

  return (
    <>
      <p className={styles.text}>{t('readyText')}</p>
      <div className={styles.counts}>
        <PinCounts
          counts={{
            found: countOf('found'),
            doubtful: countOf('doubtful'),
            lost: countOf('lost'),
            unknown: countOf('elsewhere'),
          }}
        />
      </div>
      {troubles.length > 0 && <Troubles troubles={troubles} />}
      <Group gap={8} mt={20}>
        <Button
          variant="subtle"
          color="red"
          mr="auto"
          ml={-14}
          disabled={isBusy}
          onClick={() => void end(discard)}
        >
          {t('discard')}
        </Button>
        <Button
          component="a"
          variant="default"
          href={`${snapshot.url}${versionQuery(version)}`}
          target="_blank"
          rel="noopener"
        >
          {t('look')}
        </Button>
        <BusyButton loading={isBusy} onClick={() => void end(onPublish)} data-autofocus>
          {t('publish')}
        </BusyButton>
      </Group>
    </>
  );
}
