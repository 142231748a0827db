import { DISMISSAL_REASONS, type DismissalReason, type Finding } from '@stagelink/shared/contracts/findings';
import { wordsOf } from '@stagelink/shared/domain/findingRules';
import { MessageSquarePlus, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { joinClasses } from '../../kit/joinClasses.ts';
import { t } from './copy.ts';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './Report.module.css';

export interface FindingActions {
  show: (finding: Finding) => void;
  /** Null for those who may not. */
  dismiss: ((finding: Finding, reason: DismissalReason) => void) | null;
  restore: ((finding: Finding) => void) | null;
  comment: ((finding: Finding) => void) | null;
  openComment: (id: string) => void;
}

interface FindingViewProps {
  finding: Finding;
  /** On its mark; null where it has none. */
  sign: string | null;
  isCurrent: boolean;
  /** Earlier version it is compared with. */
  comparedWith: number | null;
  actions: FindingActions;
}

function Commenting({ finding, actions }: Pick<FindingViewProps, 'finding' | 'actions'>) {
  const { commentId } = finding;
  if (commentId !== null) {
    return (
      <Button variant="quiet" size="small" onClick={() => actions.openComment(commentId)}>
        <MessageSquareText size={14} aria-hidden />
        {t('openComment')}
      </Button>
    );
  }
  return (
    actions.comment && (
      <Button variant="quiet" size="small" onClick={() => actions.comment?.(finding)}>
        <MessageSquarePlus size={14} aria-hidden />
        {t('comment')}
      </Button>
    )
  );
}

/** Renders text of ours, in which backticks enclose code. */
const withCode = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part));

/** What was measured, how to mend it, and what can be done about it. */
export function FindingView({ finding, sign, isCurrent, comparedWith, actions }: FindingViewProps) {
  const { id, rule, evidence, state, since, version, locator, reason, byName } = finding;
  const { what, fix, link } = wordsOf(rule);
  const [isDismissing, setIsDismissing] = useState(false);
  const isOpen = state === 'open';
  return (
    <li
      id={`finding-${id}`}
      tabIndex={-1}
      className={joinClasses(styles.finding, isCurrent && styles.current)}
    >
      <div className={styles.head}>
        {sign !== null && (
          <button
            type="button"
            className={styles.sign}
            aria-label={t('show', { sign })}
            onClick={() => actions.show(finding)}
          >
            {sign}
          </button>
        )}
        <h3>{what}</h3>
        {isOpen && comparedWith !== null && (
          <span className={styles.chip}>{t(since < version ? 'still' : 'new')}</span>
        )}
      </div>
      <Text tone="muted" size="tiny" isBreaking>
        {locator ? evidence.name : t('wholePage')}
        {evidence.count > 1 && ` · ${t('elements', { count: evidence.count })}`}
        {` · ${evidence.width} px`}
      </Text>
      {evidence.text !== '' && <p className={styles.evidence}>{evidence.text}</p>}
      {state !== 'fixed' && <p>{withCode(fix)}</p>}
      {reason !== null && byName !== null && (
        <Text tone="muted" size="tiny" isBreaking>
          {t('dismissedBy', { reason: t(reason), name: byName })}
        </Text>
      )}
      <div className={styles.actions}>
        {isOpen && <Commenting finding={finding} actions={actions} />}
        {isOpen && actions.dismiss && (
          <Button
            variant="quiet"
            size="small"
            aria-expanded={isDismissing}
            onClick={() => setIsDismissing(!isDismissing)}
          >
            {t('dismiss')}
          </Button>
        )}
        {state === 'dismissed' && actions.restore && (
          <Button variant="quiet" size="small" onClick={() => actions.restore?.(finding)}>
            {t('undo')}
          </Button>
        )}
        <a href={link} target="_blank" rel="noreferrer">
          {t('rule')}
        </a>
      </div>
      {isOpen && isDismissing && (
        <fieldset className={styles.actions} aria-label={t('dismissAs', { what })}>
          {DISMISSAL_REASONS.map((one) => (
            <Button
              key={one}
              variant="plain"
              size="small"
              onClick={() => {
                setIsDismissing(false);
                actions.dismiss?.(finding, one);
              }}
            >
              {t(one)}
            </Button>
          ))}
        </fieldset>
      )}
    </li>
  );
}
