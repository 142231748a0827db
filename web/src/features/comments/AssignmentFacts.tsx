import type { Comment } from '@stagelink/shared/contracts/comments';
import { day } from '@stagelink/shared/domain/format';
import { CalendarDays, UserRound } from 'lucide-react';
import { useNow } from '../../lib/useNow.ts';
import { t } from './copy.ts';
import styles from './AssignmentFacts.module.css';

/** The first moment of a calendar day where the reader is. */
const startOf = (dueOn: string) => new Date(`${dueOn}T00:00`);

/** A thread is overdue from the day after. */
export function isOverdue({ dueOn, state }: Pick<Comment, 'dueOn' | 'state'>, now: Date): boolean {
  if (dueOn === null || state === 'resolved') return false;
  const end = startOf(dueOn);
  end.setDate(end.getDate() + 1);
  return now >= end;
}

/** Who takes care of a thread, and until when. */
export function AssignmentFacts({ comment }: { comment: Comment }) {
  const { assignee, dueOn } = comment;
  const now = useNow();
  if (!assignee && dueOn === null) return null;
  const isLate = isOverdue(comment, now);
  return (
    <p className={styles.facts}>
      {assignee && (
        <span className={styles.fact}>
          <UserRound size={14} />
          {assignee.isYou ? t('assignedToYou') : t('assignedTo', { name: assignee.name })}
        </span>
      )}
      {dueOn !== null && (
        <span className={styles.fact} data-late={isLate}>
          <CalendarDays size={14} />
          {t(isLate ? 'overdue' : 'due', { day: day(startOf(dueOn), now) })}
        </span>
      )}
    </p>
  );
}
