import { issueKey } from './issueUrls.ts';
import { CircleDot } from 'lucide-react';
import { t } from './copy.ts';
import styles from './IssueLink.module.css';

/** The issue that a thread became. */
export function IssueLink({ url }: { url: string | null | undefined }) {
  if (!url) return null;
  const key = issueKey(url);
  return (
    <a
      className={styles.issue}
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={t('issueOf', { key })}
    >
      <CircleDot size={14} aria-hidden="true" />
      {key}
    </a>
  );
}
