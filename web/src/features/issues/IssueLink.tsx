import type { Comment } from '@stagelink/shared/contracts/comments';
import { issueKey } from './issueUrls.ts';
import { CircleCheck, CircleDot } from 'lucide-react';
import { t } from './copy.ts';
import styles from './IssueLink.module.css';

interface IssueLinkProps {
  comment: Pick<Comment, 'issueUrl' | 'isIssueClosed'>;
}

/** The issue that a thread became. */
export function IssueLink({ comment: { issueUrl: url, isIssueClosed } }: IssueLinkProps) {
  if (!url) return null;
  const key = issueKey(url);
  const Icon = isIssueClosed ? CircleCheck : CircleDot;
  return (
    <a
      className={styles.issue}
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={t(isIssueClosed ? 'issueOfClosed' : 'issueOf', { key })}
    >
      <Icon size={14} aria-hidden="true" />
      {key}
    </a>
  );
}
