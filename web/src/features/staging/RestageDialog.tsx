import type { User } from '@stagelink/shared/contracts/accounts';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { bytes } from '@stagelink/shared/domain/format';
import { leftOutText } from '@stagelink/shared/staging/core/leftOut';
import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../identity/account/sessionApi.ts';
import { publishVersion } from '../versions/api.ts';
import { runWithToast } from '../../kit/runWithToast.ts';
import { Button } from '../../kit/Button.tsx';
import { Progress } from '../../kit/Progress.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { DialogActions } from '../../kit/DialogActions.tsx';
import { LinkedText } from '../../kit/LinkedText.tsx';
import { t } from './copy.ts';
import { ChooseButtons } from './ChooseButtons.tsx';
import { NeededChoice } from './NeededChoice.tsx';
import { OutputChoices } from './OutputChoices.tsx';
import { fromDrop } from './gather.ts';
import { useFileDrop } from './useFileDrop.ts';
import { PinVerification } from '../pins/PinVerification.tsx';
import { Line } from '../../kit/layout/Line.tsx';
import styles from './RestageDialog.module.css';
import { RetryButton } from './RetryButton.tsx';
import { SecretChoice } from './SecretChoice.tsx';
import type { Choice, Failure, Gather } from './steps.ts';
import { UpgradeOffer } from './UpgradeOffer.tsx';
import { type RestageState, type StageReport, useRestage } from './useRestage.ts';

type BusyState = Extract<RestageState, { step: 'reading' | 'sending' | 'checking' }>;

const isAtWork = (state: RestageState): state is BusyState =>
  state.step === 'reading' || state.step === 'sending' || state.step === 'checking';

function progressText(state: BusyState): string {
  if (state.step === 'reading') return t('restageReading', { count: state.files });
  if (state.step === 'checking') return t('checking', { count: state.pins, version: state.version });
  if (!state.progress) return t('restageSending');
  const { sent, total } = state.progress;
  return sent < total ? t('sent', { sent: bytes(sent), total: bytes(total) }) : t('restageFinishing');
}

const percentOf = (state: BusyState) =>
  state.step === 'sending' && state.progress
    ? (100 * state.progress.sent) / Math.max(state.progress.total, 1)
    : null;

function BusyPart({ state }: { state: BusyState }) {
  const text = progressText(state);
  return (
    <>
      <output className={styles.message}>{text}</output>
      <Progress label={text} value={percentOf(state)} />
    </>
  );
}

interface FailedPartProps {
  failure: Failure;
  isPro: boolean;
  onRetry: (choice: Choice) => void;
}

function FailedPart({ failure, isPro, onRetry }: FailedPartProps) {
  return (
    <div role="alert" className={styles.failed}>
      <p>{t('restageFailed')}</p>
      <p>
        <LinkedText text={failure.message} />
      </p>
      {failure.isTooLarge && !isPro && <UpgradeOffer />}
      <RetryButton failure={failure} onRetry={() => onRetry({})} />
      <OutputChoices outputs={failure.outputs} onChoose={(output) => onRetry({ output })} />
      <NeededChoice needed={failure.needed} onChoose={(withNeeded) => onRetry({ withNeeded })} />
      <SecretChoice secrets={failure.secrets} onAllow={() => onRetry({ allowsSecrets: true })} />
    </div>
  );
}

function ChoosePart({ isOver, onChosen }: { isOver: boolean; onChosen: (gather: Gather) => void }) {
  return (
    <div className={styles.zone} data-over={isOver}>
      <p>{isOver ? t('restageLetGo') : t('text')}</p>
      <Line isWrapping gap="small" above="medium">
        <ChooseButtons onChosen={(_name, gather) => onChosen(gather)} />
      </Line>
    </div>
  );
}

/** Publishes and offers undo. */
const toastPublished = (
  { id, name, version: former }: Snapshot,
  version: number,
  { leftOut, warnings }: StageReport,
  act: () => Promise<unknown>,
) => {
  const notes = [leftOutText(leftOut) ?? [], warnings].flat().join(' ');
  return runWithToast({
    act,
    undo: () => publishVersion(id, former),
    done: t('published', { version }),
    about: notes === '' ? name : `${name}. ${notes}`,
    failed: t('publishFailed'),
    isInForm: true,
  });
};

interface RestageDialogProps {
  snapshot: Snapshot;
  /** Files dropped on the snapshot's row; skips choosing. */
  entries: readonly FileSystemEntry[] | undefined;
  onClose: () => void;
}

function Restage({ snapshot, entries, user, onClose }: RestageDialogProps & { user: User }) {
  const { id, name } = snapshot;
  const { state, start, startWith } = useRestage({
    snapshot,
    limits: user.limits,
    onPublished(version, report) {
      void toastPublished(snapshot, version, report, () => Promise.resolve());
      onClose();
    },
  });
  const isChoosing = state.step === 'idle' || state.step === 'failed';
  const take = (dropped: readonly FileSystemEntry[]) => start((options) => fromDrop([...dropped], options));
  const isOver = useFileDrop((dropped) => isChoosing && take(dropped), { isForemost: true });

  const begin = useEffectEvent(() => {
    if (entries) take(entries);
  });
  useEffect(() => begin(), []);

  return (
    <Dialog
      title={state.step === 'checked' ? t('ready', { version: state.version }) : t('title', { name })}
      widthPx={480}
      closeOnOutsideClick={isChoosing}
      onClose={onClose}
    >
      {state.step === 'checked' ? (
        <PinVerification
          snapshot={snapshot}
          checked={state}
          onPublish={() =>
            toastPublished(snapshot, state.version, state.report, () => publishVersion(id, state.version))
          }
          onClose={onClose}
        />
      ) : (
        <>
          {state.step === 'failed' && (
            <FailedPart failure={state} isPro={user.canAccessPro} onRetry={startWith} />
          )}
          {isChoosing && <ChoosePart isOver={isOver} onChosen={start} />}
          {isAtWork(state) && <BusyPart state={state} />}
          <DialogActions>
            <Button variant="plain" onClick={onClose}>
              {t('cancel')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

export function RestageDialog(props: RestageDialogProps) {
  const user = useSession().data?.user;
  return user ? <Restage {...props} user={user} /> : null;
}
