import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { versionQuery } from '@stagelink/shared/preview/viewerUrl';
import type { PinStatus } from '@stagelink/shared/preview/messages';
import { useState } from 'react';
import type { OpenPin } from '../../lib/host.ts';
import { discardVersion } from '../versions/api.ts';
import { PinCounts } from './PinCounts.tsx';
import { runWithToast } from '../../kit/runWithToast.ts';
import { Button } from '../../kit/Button.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import { t } from '../staging/copy.ts';
import { Text } from '../../kit/layout/Text.tsx';
import { Stack } from '../../kit/layout/Stack.tsx';
import { Line } from '../../kit/layout/Line.tsx';
import styles from './PinVerification.module.css';
import type { VerifiedDraft } from '../staging/useRestage.ts';

const IS = {
  doubtful: 'is_doubtful',
  lost: 'is_lost',
  removed: 'is_removed',
  elsewhere: 'is_elsewhere',
} as const;
/** The viewer lists all of them. */
const LISTED = 5;
const RANK: Record<PinStatus, number> = { lost: 0, removed: 1, doubtful: 2, elsewhere: 3, found: 4 };

interface ListedPin {
  pin: OpenPin;
  status: PinStatus;
}

function UnfoundPins({ unfoundPins }: { unfoundPins: ListedPin[] }) {
  return (
    <ul className={styles.troubles}>
      {unfoundPins.slice(0, LISTED).map(({ pin, status }) => (
        <li key={pin.id}>
          <span className={styles.pin}>{t('pin', { number: pin.pinNumber ?? '' })}</span>
          <Text as="span" isTruncated isGrowing tone="muted">
            {pin.text}
          </Text>
          <span className={styles.status} data-status={status}>
            {status !== 'found' && t(IS[status])}
          </span>
        </li>
      ))}
      {unfoundPins.length > LISTED && <li>{t('more', { count: unfoundPins.length - LISTED })}</li>}
    </ul>
  );
}

interface PinVerificationProps {
  snapshot: Snapshot;
  checked: VerifiedDraft;
  onPublish: () => Promise<boolean>;
  onClose: () => void;
}

/** Shows the pin results of a draft before it is published. */
export function PinVerification({ snapshot, checked, onPublish, onClose }: PinVerificationProps) {
  const { version, pins, findings } = checked;
  const [isBusy, setIsBusy] = useState(false);
  const all: ListedPin[] = pins.map((pin) => ({ pin, status: findings.get(pin.id)?.status ?? 'elsewhere' }));
  const unfoundPins = all
    .filter(({ status }) => status !== 'found')
    .toSorted((a, b) => RANK[a.status] - RANK[b.status]);
  const countOf = (status: PinStatus) => all.filter((each) => each.status === status).length;

  async function end(act: () => Promise<boolean>): Promise<void> {
    setIsBusy(true);
    const isDone = await act();
    setIsBusy(false);
    if (isDone) onClose();
  }

  const discard = () =>
    runWithToast({
      act: () => discardVersion(snapshot.id, version),
      done: t('discarded', { version }),
      about: snapshot.name,
      failed: t('discardFailed'),
      isInForm: true,
    });

  return (
    <>
      <Text above="small" tone="muted">
        {t('readyText')}
      </Text>
      <Stack above="medium">
        <PinCounts
          counts={{
            found: countOf('found'),
            doubtful: countOf('doubtful'),
            lost: countOf('lost'),
            removed: countOf('removed'),
            unknown: countOf('elsewhere'),
          }}
        />
      </Stack>
      {unfoundPins.length > 0 && <UnfoundPins unfoundPins={unfoundPins} />}
      <Line isWrapping gap="small" align="center" above="vast">
        <Button
          variant="quiet"
          isDanger
          className={styles.discard}
          disabled={isBusy}
          onClick={() => void end(discard)}
        >
          {t('discard')}
        </Button>
        <a
          className={buttonClass({ variant: 'plain' })}
          href={`${snapshot.url}${versionQuery(version)}`}
          target="_blank"
          rel="noopener"
        >
          {t('look')}
        </a>
        <Button isLoading={isBusy} onClick={() => void end(onPublish)} data-autofocus>
          {t('publish')}
        </Button>
      </Line>
    </>
  );
}
