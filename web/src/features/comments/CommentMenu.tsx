import type { Comment } from '@stagelink/shared/contracts/comments';
import { Ellipsis } from 'lucide-react';
import { t } from './copy.ts';
import { t as ofThread } from './threadCopy.ts';
import { Menu, type MenuItem } from '../../kit/viewer/Menu.tsx';

interface CommentMenuProps {
  comment: Comment;
  isSignedIn: boolean;
  onEdit: () => void;
  onRemove: () => void;
  onCopyLink: () => void;
  onFollow: (isOn: boolean) => void;
  /** Null where the thread cannot be marked as unread. */
  onUnread: (() => void) | null;
}

const FOLLOWS = { active: 'pause', paused: 'resume' } as const;

export function CommentMenu({ comment, isSignedIn, ...acts }: CommentMenuProps) {
  const { can, following, parentId, authorName } = comment;
  const follow: MenuItem = {
    label: t(following ? FOLLOWS[following] : 'follow'),
    onSelect: () => acts.onFollow(following !== 'active'),
  };
  const items: MenuItem[] = [
    ...(parentId === null ? [{ label: t('copyLink'), onSelect: acts.onCopyLink }] : []),
    ...(parentId === null && isSignedIn ? [follow] : []),
    ...(acts.onUnread ? [{ label: ofThread('markUnread'), onSelect: acts.onUnread }] : []),
    ...(can.edit ? [{ label: t('edit'), onSelect: acts.onEdit }] : []),
  ];
  const final: MenuItem[] = can.remove
    ? [{ label: t('remove'), isFinal: true, onSelect: acts.onRemove }]
    : [];
  const groups = [{ items }, { items: final }].filter((group) => group.items.length > 0);
  if (groups.length === 0) return null;
  return <Menu label={t('moreOf', { name: authorName })} icon={<Ellipsis size={16} />} groups={groups} />;
}
