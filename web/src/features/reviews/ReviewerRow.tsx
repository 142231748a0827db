import type { Reviewer } from '@stagelink/shared/contracts/reviews';
import { ago, moment } from '@stagelink/shared/domain/format';
import { CircleCheck, CircleDashed, CircleDot, CircleSlash, CircleX, History } from 'lucide-react';
import { useNow } from '../../lib/useNow.ts';
import { t } from './copy.ts';
import { MarkdownText } from '../../kit/markdown/MarkdownText.tsx';
import { Button } from '../../kit/Button.tsx';
import { isAnswered } from './review.ts';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './ReviewerRow.module.css';
import { useEffect, useRef, useState } from 'react';
import { t as common } from '../../lib/commonCopy.ts';
import { copyText } from '../../lib/copyText.ts';

const SHOWN_MS = 2000;

/** Copies a reviewer's personal link. */
function CopyLink({ link }: { link: string }) {
  const [copyResult, setCopyResult] = useState<'copied' | 'blocked' | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(): Promise<void> {
    const isCopied = await copyText(link);
    setCopyResult(isCopied ? 'copied' : 'blocked');
    clearTimeout(timer.current);
    if (isCopied) timer.current = setTimeout(() => setCopyResult(null), SHOWN_MS);
  }

  return (
    <>
      <Button variant="plain" size="small" onClick={() => void copy()}>
        {t(copyResult === 'copied' ? 'linkCopied' : 'copyLink')}
      </Button>
      {copyResult === 'blocked' && (
        <p className={styles.blocked} role="alert">
          {common('copyBlocked')} <code>{link}</code>
        </p>
      )}
    </>
  );
}

const STATES = {
  pending: { Icon: CircleDashed, label: 'reviewerPending' },
  reviewing: { Icon: CircleDot, label: 'reviewerReviewing' },
  approved: { Icon: CircleCheck, label: 'reviewerApproved' },
  changes_requested: { Icon: CircleX, label: 'reviewerChanges' },
} as const;
const SILENT = { Icon: CircleSlash, label: 'reviewerSilent' } as const;

interface ReviewerRowProps {
  reviewer: Reviewer;
  shownVersion: number;
  /** Null without the right to remove reviewers. */
  onRemove: (() => void) | null;
}

export function ReviewerRow({ reviewer, shownVersion, onRemove }: ReviewerRowProps) {
  const now = useNow();
  const { Icon, label } = reviewer.isRemoved && !isAnswered(reviewer) ? SILENT : STATES[reviewer.status];
  const { version, reviewedAt } = reviewer;
  const answered = reviewedAt === null ? null : new Date(reviewedAt);
  return (
    <li className={styles.reviewer} data-status={reviewer.status}>
      <div className={styles.head}>
        <Text as="span" isBold isBreaking title={reviewer.userEmail ?? undefined}>
          {reviewer.userName}
          {reviewer.isYou && <span className={styles.quiet}> ({t('you')})</span>}
        </Text>
        <span className={styles.state}>
          <Icon size={14} aria-hidden />
          {t(label)}
        </span>
      </div>
      {reviewer.userEmail !== null && <p className={styles.email}>{reviewer.userEmail}</p>}
      {reviewer.feedback && <MarkdownText text={reviewer.feedback} />}
      {answered !== null && version !== null && (
        <p className={styles.quiet}>
          <time dateTime={answered.toISOString()} title={moment(answered)}>
            {ago(answered, now)}
          </time>
          {!reviewer.isStale && ` · ${t('onVersion', { version })}`}
        </p>
      )}
      {reviewer.isStale && version !== null && (
        <p className={styles.stale}>
          <History size={14} aria-hidden />
          {t('stale', { version, shown: shownVersion })}
        </p>
      )}
      {reviewer.isUndeliverable && !reviewer.isRemoved && !isAnswered(reviewer) && (
        <Text tone="danger" size="small">
          {t('undeliverable')}
        </Text>
      )}
      {reviewer.link !== null && <CopyLink link={reviewer.link} />}
      {reviewer.isRemoved && <p className={styles.quiet}>{t('removed')}</p>}
      {onRemove && !reviewer.isRemoved && (
        <Button
          variant="quiet"
          size="small"
          aria-label={t('removeReviewerOf', { name: reviewer.userName })}
          onClick={onRemove}
        >
          {t('removeReviewer')}
        </Button>
      )}
    </li>
  );
}
