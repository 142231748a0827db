import { UNCLAIMED_HOURS } from '@stagelink/shared/contracts/limits';
import { bytes } from '@stagelink/shared/domain/format';
import { useEffect, useRef, useState } from 'react';
import { useMediaQuery } from '../../lib/useMediaQuery.ts';
import { ChooseButtons } from '../staging/ChooseButtons.tsx';
import { fromDrop } from '../staging/gather.ts';
import type { SizeLimit } from '../staging/prepare.ts';
import { DropTarget, StagingActions } from '../staging/StagingCard.tsx';
import { StagingFailed } from '../staging/StagingFailed.tsx';
import { StagingProgress } from '../staging/StagingProgress.tsx';
import { isBusy } from '../staging/steps.ts';
import { useFileDrop } from '../staging/useFileDrop.ts';
import { askTryOut } from './api.ts';
import { t } from './copy.ts';
import styles from './TryOut.module.css';
import { TriedOutCard } from './TriedOutCard.tsx';
import { useTryOut } from './useTryOut.ts';

/** The landing page has no router. */
const LargerOffer = () => (
  <p>
    {t('largerText')} <a href="/pricing">{t('larger')}</a>
  </p>
);

function Offer({ limit }: { limit: SizeLimit }) {
  const { state, start, startWith, reset } = useTryOut(limit);
  const canDrop = useMediaQuery('(hover: hover)');
  const area = useRef<HTMLDivElement>(null);
  const isOver = useFileDrop((entries) => {
    // Files may be dropped where the progress is not in sight.
    area.current?.scrollIntoView({ block: 'center' });
    start(entries[0]?.name ?? '', (options) => fromDrop(entries, options));
  });
  return (
    <div ref={area} className={styles.area}>
      {(state.step === 'idle' || state.step === 'failed') && (
        <>
          <p>
            {t(canDrop ? 'hintDrop' : 'hint', { limit: bytes(limit.snapshotBytes), hours: UNCLAIMED_HOURS })}
          </p>
          <StagingActions>
            <ChooseButtons onChosen={start} isMain={false} />
          </StagingActions>
        </>
      )}
      {state.step === 'failed' && (
        <StagingFailed
          name={state.name}
          failure={state}
          mayAllowSecrets={false}
          larger={<LargerOffer />}
          onChoose={(choice) => startWith(state.name, choice)}
          onDismiss={reset}
        />
      )}
      {isBusy(state) && <StagingProgress state={state} onCancel={reset} />}
      {state.step === 'done' && <TriedOutCard tried={state.staged} onAgain={reset} />}
      {isOver && !isBusy(state) && <DropTarget>{t('letGo')}</DropTarget>}
    </div>
  );
}

/** Where visitors stage without an account; nothing on a server that does not offer it. */
export function TryOut() {
  const [limit, setLimit] = useState<SizeLimit | null>(null);
  useEffect(() => {
    // Unreachable: the page says what Stagelink is all the same.
    askTryOut().then(
      ({ isOffered, ...rest }) => setLimit(isOffered ? rest : null),
      () => undefined,
    );
  }, []);
  return limit && <Offer limit={limit} />;
}
