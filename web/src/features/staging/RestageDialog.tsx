import type { PlanLimits } from '@stagelink/shared/contracts/limits';
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
import { LinkedText } from '../../lib/LinkedText.tsx';
import { t } from './restageCopy.ts';
import { ChooseButtons } from './ChooseButtons.tsx';
import { NeededChoice } from './NeededChoice.tsx';
import { OutputChoices } from './OutputChoices.tsx';
import { fromDrop } from './gather.ts';
import { useFileDrop } from './useFileDrop.ts';
import { PinVerification } from '../pins/PinVerification.tsx';
import styles from './RestageDialog.module.css';
import { SecretChoice } from './SecretChoice.tsx';
import type { Choice, Gather } from './steps.ts';
import { type RestageState, type StageReport, useRestage } from './useRestage.ts';

type Busy = Extract<RestageState, { step: 'reading' | 'sending' | 'checking' }>;

function progressText(state: Busy): string {
  if (state.step === 'reading') return t('reading', { count: state.files });
  if (state.step === 'checking') return t('checking', { count: state.pins, version: state.version });
  if (!state.progress) return t('sending');
  const { sent, total } = state.progress;
  return sent < total ? t('sent', { sent: bytes(sent), total: bytes(total) }) : t('finishing');
}

const percentOf = (state: Busy) =>
  state.step === 'sending' && state.progress
    ? (100 * state.progress.sent) / Math.max(state.progress.total, 1)
    : null;

function BusyPart({ state }: { state: Busy }) {
  const text = progressText(state);
  return (
    <>
      <output className={styles.message}>{text}</output>
      <Progress label={text} value={percentOf(state)} />
    </>
  );
}

type Failure = Extract<RestageState, { step: 'failed' }>;

function Failed({ failure, onRetry }: { failure: Failure; onRetry: (choice: Choice) => void }) {
  return (
    <div role="alert" className={styles.failed}>
      <p>{t('failed')}</p>
      <p>
        <LinkedText text={failure.message} />
      </p>
      <OutputChoices outputs={failure.outputs} onChoose={(output) => onRetry({ output })} />
      <NeededChoice needed={failure.needed} onChoose={(withNeeded) => onRetry({ withNeeded })} />
      <SecretChoice secrets={failure.secrets} onAllow={() => onRetry({ allowsSecrets: true })} />
    </div>
  );
}

function ChoosePart({ isOver, onChosen }: { isOver: boolean; onChosen: (gather: Gather) => void }) {
  return (
    <div className={styles.zone} data-over={isOver}>
      <p>{isOver ? t('letGo') : t('text')}</p>
      <div className={styles.choices}>
        <ChooseButtons onChosen={(_name, gather) => onChosen(gather)} />
      </div>
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

function Restage({ snapshot, entries, limits, onClose }: RestageDialogProps & { limits: PlanLimits }) {
  const { id, name } = snapshot;
  const { state, start, startWith, reset } = useRestage({
    snapshot,
    limits,
    onPublished(version, report) {
      void toastPublished(snapshot, version, report, () => Promise.resolve());
      onClose();
    },
  });
  const isChoosing = state.step === 'choosing' || state.step === 'failed';
  const take = (dropped: readonly FileSystemEntry[]) =>
    void start((options) => fromDrop([...dropped], options));
  const isOver = useFileDrop((dropped) => isChoosing && take(dropped), { isForemost: true });

  const begin = useEffectEvent(() => {
    if (entries) take(entries);
  });
  useEffect(() => begin(), []);

  function choose(gather: Gather): void {
    reset();
    void start(gather);
  }

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
          {state.step === 'failed' && <Failed failure={state} onRetry={(choice) => void startWith(choice)} />}
          {isChoosing ? <ChoosePart isOver={isOver} onChosen={choose} /> : <BusyPart state={state} />}
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
  return user ? <Restage {...props} limits={user.limits} /> : null;
}
