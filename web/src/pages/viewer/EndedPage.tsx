import { EXTEND_DAYS } from '@stagelink/shared/contracts/limits';
import { moment } from '@stagelink/shared/domain/format';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { LoadingScreen } from '../../features/preview/LoadingScreen.tsx';
import { MessagePage } from '../../features/preview/MessagePage.tsx';
import card from '../../features/preview/MessagePage.module.css';
import { bringBack, useEndedFor } from '../../features/snapshots/endedApi.ts';
import { Button } from '../../kit/Button.tsx';
import { errorMessage } from '../../lib/errorMessage.ts';
import { defineCopy } from '../../lib/copy.ts';
import { BackToDashboard } from './ErrorPages.tsx';

const t = defineCopy({
  ended: 'This snapshot has ended',
  endedText: 'It has expired or its owner deleted it. Ask the owner to extend it or for a new link.',
  yours: '“{{name}}” ended on {{date}}. Nothing is lost: extend it and its link works again.',
  extend: 'Extend by {{days}} days',
  extendFailed: 'Failed to extend snapshot',
});

function Owners({ snapshot: { id, name, expiresAt } }: { snapshot: Snapshot }) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function extend(): Promise<void> {
    setIsBusy(true);
    setProblem(null);
    try {
      await bringBack(id);
    } catch (error) {
      setProblem(errorMessage(error, t('extendFailed')));
      setIsBusy(false);
    }
  }

  return (
    <MessagePage title={t('ended')}>
      <p>{t('yours', { name, date: moment(new Date(expiresAt)) })}</p>
      {problem !== null && <p role="alert">{problem}</p>}
      <div className={card['actions']}>
        <Button isLoading={isBusy} onClick={() => void extend()}>
          {t('extend', { days: EXTEND_DAYS })}
        </Button>
        <BackToDashboard />
      </div>
    </MessagePage>
  );
}

/** The snapshot has expired or was deleted. Its owner can extend an expired one. */
export function EndedPage({ id }: { id: string }) {
  const { data: reader } = useEndedFor(id);
  if (!reader) return <LoadingScreen />;
  if (reader.kind === 'owner') return <Owners snapshot={reader.snapshot} />;
  return (
    <MessagePage title={t('ended')}>
      <p role="alert">{t('endedText')}</p>
      {reader.kind === 'user' && (
        <div className={card['actions']}>
          <BackToDashboard />
        </div>
      )}
    </MessagePage>
  );
}
