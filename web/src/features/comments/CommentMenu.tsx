import type { Comment } from '@stagelink/shared/contracts/comments';
import { Ellipsis } from 'lucide-react';
import { t as ofAgents } from '../agentWork/copy.ts';
import { t as ofIssues } from '../issues/copy.ts';
import { t } from './copy.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu, MenuGroup, MenuItem } from '../../kit/Menu.tsx';

interface CommentMenuProps {
  comment: Comment;
  isSignedIn: boolean;
  onEdit: () => void;
  onRemove: () => void;
  onCopyLink: () => void;
  onFollow: (isOn: boolean) => void;
  /** Null where the thread cannot be marked as unread. */
  onUnread: (() => void) | null;
  /** Null where the thread cannot be sent to agents. */
  onSend: (() => void) | null;
  /** Null where the thread cannot become an issue. */
  onIssue: (() => void) | null;
}

const FOLLOWS = { active: 'pause', paused: 'resume' } as const;

export function CommentMenu({ comment, isSignedIn, ...acts }: CommentMenuProps) {
  const { can, following, parentId, authorName } = comment;
  const isThread = parentId === null;
  const changes = [
    isThread && { label: t('copyLink'), onSelect: acts.onCopyLink },
    isThread &&
      isSignedIn && {
        label: t(following ? FOLLOWS[following] : 'follow'),
        onSelect: () => acts.onFollow(following !== 'active'),
      },
    acts.onSend && { label: ofAgents('send'), onSelect: acts.onSend },
    acts.onIssue && { label: ofIssues('make'), onSelect: acts.onIssue },
    acts.onUnread && { label: t('markUnread'), onSelect: acts.onUnread },
    can.edit && { label: t('edit'), onSelect: acts.onEdit },
  ].filter((change) => change !== false && change !== null);
  if (changes.length === 0 && !can.remove) return null;
  return (
    <Menu
      trigger={
        <IconButton label={t('moreOf', { name: authorName })}>
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      {changes.length > 0 && (
        <MenuGroup>
          {changes.map(({ label, onSelect }) => (
            <MenuItem key={label} onSelect={onSelect}>
              {label}
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      {can.remove && (
        <MenuGroup>
          <MenuItem isDanger onSelect={acts.onRemove}>
            {t('remove')}
          </MenuItem>
        </MenuGroup>
      )}
    </Menu>
  );
}
