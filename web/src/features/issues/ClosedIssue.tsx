import type { Comment } from '@stagelink/shared/contracts/comments';
import { Check } from 'lucide-react';
import { Button } from '../../kit/Button.tsx';
import { Line } from '../../kit/layout/Line.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import { t } from './copy.ts';
import { issueKey } from './issueUrls.ts';

/** Offers to resolve a thread whose issue is closed. */
export function ClosedIssue({ comment, onResolve }: { comment: Comment; onResolve: () => void }) {
  const { issueUrl, isIssueClosed, resolved, can } = comment;
  if (!issueUrl || !isIssueClosed || resolved || !can.resolve) return null;
  return (
    <Line gap="small" isWrapping>
      <Text as="span" size="small">
        {t('closed', { key: issueKey(issueUrl) })}
      </Text>
      <Button variant="plain" size="small" onClick={onResolve}>
        <Check size={14} aria-hidden="true" />
        {t('resolve')}
      </Button>
    </Line>
  );
}
