import type { Comment } from '@stagelink/shared/contracts/comments';
import type { Plan as PlanOf, ThreadWork } from '@stagelink/shared/contracts/threadWork';
import { useEffect, useRef, useState } from 'react';
import type { ThreadActions } from '../comments/threadsContext.ts';
import { Text } from '../../kit/layout/Text.tsx';
import { Stack } from '../../kit/layout/Stack.tsx';
import styles from './AgentWork.module.css';
import { t } from './copy.ts';
import { useGhostStatus } from './ghostFindings.ts';
import { ghostId } from './ghosts.ts';

interface PlanProps {
  root: Comment;
  plan: PlanOf;
  work: ThreadWork;
  actions: ThreadActions;
}

const NOTES = {
  found: null,
  doubtful: 'markDoubtful',
  lost: 'markLost',
  removed: 'markLost',
  elsewhere: 'markElsewhere',
  closed: 'markElsewhere',
  loading: null,
} as const;

interface MarkProps {
  id: string;
  label: string;
  /** Nothing describes its element. */
  isUnknown: boolean;
  actions: ThreadActions;
}

/** Whether the pointer is over a ghost in the preview. A press on it moves the focus to its line. */
function useGhost(id: string, { listen }: ThreadActions) {
  const line = useRef<HTMLButtonElement>(null);
  const [isPointed, setIsPointed] = useState(false);
  useEffect(
    () =>
      listen((message) => {
        if (message.type === 'ghostPointed') setIsPointed(message.id === id);
        if (message.type === 'pinPressed' && message.ids.includes(id)) line.current?.focus();
      }),
    [listen, id],
  );
  return { line, isPointed };
}

/** A line of the plan, and the frame of its element in the preview. */
function Mark({ id, label, isUnknown, actions }: MarkProps) {
  const { outline, reveal } = actions;
  const status = useGhostStatus(id);
  const { line, isPointed } = useGhost(id, actions);
  const note = isUnknown ? 'markLost' : status && NOTES[status];
  const leave = () => outline(null);
  return (
    <li>
      <button
        ref={line}
        type="button"
        className={styles.mark}
        data-pointed={isPointed || undefined}
        onPointerEnter={() => outline(id)}
        onPointerLeave={leave}
        onFocus={() => outline(id)}
        onBlur={leave}
        onClick={() => reveal(id, false)}
      >
        <span>{label}</span>
        {note && (
          <Text as="span" tone="muted" size="tiny" isBreaking>
            {t(note)}
          </Text>
        )}
      </button>
    </li>
  );
}

function headOf({ state, agentName }: ThreadWork): string {
  const text = state === 'proposed' ? 'plan' : 'planAccepted';
  return agentName === null ? t(`${text}Unnamed`) : t(text, { agent: agentName });
}

/** What an agent would do, and where. Its texts are plain. */
export function Plan({ root, plan, work, actions }: PlanProps) {
  return (
    <div className={styles.plan}>
      <Text tone="muted" size="tiny" isBreaking>
        {headOf(work)}
      </Text>
      <Text isStrong isBreaking>
        {plan.text}
      </Text>
      {plan.marks.length > 0 && (
        <Stack as="ul" gap="hairline" above="tiny" aria-label={t('planMarks')}>
          {plan.marks.map(({ node, label }, at) => {
            const id = ghostId(root.id, at);
            const isUnknown = node !== undefined && root.trees.length === 0;
            return <Mark key={id} id={id} label={label} isUnknown={isUnknown} actions={actions} />;
          })}
        </Stack>
      )}
    </div>
  );
}
