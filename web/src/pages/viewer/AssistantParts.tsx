import type { AssistantAvailability } from '@stagelink/shared/contracts/assistant';
import { useId, useState, useSyncExternalStore } from 'react';
import { useOpenThread } from '../../features/comments/threadsContext.ts';
import { AssistantPanel } from '../../features/assistant/AssistantPanel.tsx';
import { conversationOf } from '../../features/assistant/conversation.ts';
import { t as assistant } from '../../features/assistant/copy.ts';
import { Report } from '../../features/findings/Report.tsx';
import styles from './AssistantParts.module.css';
import { t } from './copy.ts';
import type { PanelProps } from './panels.tsx';
import { Tabs } from '../../kit/Tabs.tsx';

type Part = 'checks' | 'conversation';

function useAvailability(id: string): AssistantAvailability {
  const { subscribe, snapshot } = conversationOf(id);
  return useSyncExternalStore(subscribe, snapshot).availability;
}

/** The AI UX assistant: the checks of the page, and the conversation about it. */
export function AssistantParts({ snapshot, preview }: PanelProps) {
  const { actions } = useOpenThread();
  const id = useId();
  const availability = useAvailability(snapshot.id);
  // The checks come first where only they can be used.
  const first = availability === 'ready' || preview.documents === 0 ? 'conversation' : 'checks';
  const [chosen, setChosen] = useState<Part | null>(null);
  const part = snapshot.canComment ? (chosen ?? first) : 'conversation';
  const parts = [
    { name: 'checks', title: t('checks') },
    { name: 'conversation', title: t('conversation') },
  ] as const;
  return (
    <div className={styles.parts}>
      {snapshot.canComment && (
        <div className={styles.head}>
          <Tabs id={id} label={t('assistantParts')} panels={parts} shown={part} onShow={setChosen} />
        </div>
      )}
      <div
        className={styles.part}
        {...(snapshot.canComment && {
          role: 'tabpanel',
          id: `${id}-panel`,
          'aria-labelledby': `${id}-${part}`,
        })}
      >
        {part === 'checks' && availability !== 'ready' && (
          <p className={styles.note}>{assistant(availability)}</p>
        )}
        {part === 'checks' ? (
          <Report snapshot={snapshot} preview={preview} onOpenThread={actions.open} />
        ) : (
          <AssistantPanel snapshot={snapshot} preview={preview} />
        )}
      </div>
    </div>
  );
}
