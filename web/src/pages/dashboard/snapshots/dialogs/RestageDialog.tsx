import { Button, Group, Modal, Progress } from '@mantine/core';
import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../../../../data/session.ts';
import { publishVersion } from '../../../../data/versions.ts';
import { bytes } from '../../../../ui/bytes.ts';
import { tell } from '../../../../ui/telling.ts';
import { useFocusBack } from '../../../../ui/useFocusBack.ts';
import { t } from '../../../../words/restage.ts';
import { ChooseButtons } from '../../staging/ChooseButtons.tsx';
import { OutputChoices } from '../../staging/OutputChoices.tsx';
import { fromDrop } from '../../staging/gather.ts';
import { useFileDrop } from '../../staging/useFileDrop.ts';
import { PinCheck } from './PinCheck.tsx';
import styles from './RestageDialog.module.css';
import { type RestageState, useRestage } from './useRestage.ts';

type Busy = Extract<RestageState, { step: 'reading' | 'sending' | 'checking' }>;

function saidOf(state: Busy): string {
  if (state.step === 'reading') return t('reading', { count: state.files });
  if (state.step === 'checking') return t('checking', { count: state.pins, version: state.version });
  if (!state.progress) return t('sending');
  const { sent, total } = state.progress;
  return sent < total ? t('sent', { sent: bytes(sent), total: bytes(total) }) : t('finishing');
}

const percentOf = (state: Busy) =>
  state.step === 'sending' && state.progress
    ? (100 * state.progress.sent) / Math.max(state.progress.total, 1)
    : 100;

function BusyPart({ state }: { state: Busy }) {
  const said = saidOf(state);
  return (
    <>
      <output className={styles.said}>{said}</output>
      <Progress
        mt={8}
        size={4}
        value={percentOf(state)}
        animated={state.step !== 'sending'}
        aria-label={said}
      />
    </>
  );
}

interface RestageDialogProps {
  snapshot: Snapshot;
  /** What was dropped on its row: then nothing has to be chosen. */
  entries: readonly FileSystemEntry[] | undefined;
  onClose: () => void;
}

function Restage({ snapshot, entries, limits, onClose }: RestageDialogProps & { limits: PlanLimits }) {
  const { id, name, version: former } = snapshot;
  useFocusBack();

  /** The link shows it now, and can show again what it showed. */
  function tellPublished(version: number, act: () => Promise<unknown>): Promise<boolean> {
    return tell({
      act,
      undo: () => publishVersion(id, former),
      done: t('published', { version }),
      about: name,
      failed: t('publishFailed'),
      isInForm: true,
    });
  }

  const { state, start, startWith, reset } = useRestage({
    snapshot,
    limits,
    onPublished(version) {
      void tellPublished(version, () => Promise.resolve());
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

  return (
    <Modal opened onClose={onClose} withCloseButton={false} size={480} closeOnClickOutside={isChoosing}>
      <Modal.Title fz={16} fw={600} lh={1.4}>
        {state.step === 'checked' ? t('ready', { version: state.version }) : t('title', { name })}
      </Modal.Title>
      {state.step === 'checked' ? (
        <PinCheck
          snapshot={snapshot}
          checked={state}
          onPublish={() => tellPublished(state.version, () => publishVersion(id, state.version))}
          onClose={onClose}
        />
      ) : (
        <>
          {state.step === 'failed' && (
            <div role="alert" className={styles.failed}>
              <p>{t('failed')}</p>
              <p>{state.message}</p>
              <OutputChoices outputs={state.outputs} onChoose={(output) => void startWith(output)} />
            </div>
          )}
          {isChoosing ? (
            <div className={styles.zone} data-over={isOver}>
              <p>{isOver ? t('letGo') : t('text')}</p>
              <Group gap={8} mt={12}>
                <ChooseButtons
                  isQuiet={false}
                  onChosen={(_name, gather) => {
                    reset();
                    void start(gather);
                  }}
                />
              </Group>
            </div>
          ) : (
            <BusyPart state={state} />
          )}
          <Group justify="flex-end" mt={20}>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}

/** The next version of a snapshot at the same link. */
export function RestageDialog(props: RestageDialogProps) {
  const user = useSession().data?.user;
  return user ? <Restage {...props} limits={user.limits} /> : null;
}
