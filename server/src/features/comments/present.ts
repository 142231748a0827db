import { createHmac } from 'node:crypto';
import {
  type Attachment,
  type Comment,
  type ReactionCount,
  REACTIONS,
} from '@stagelink/shared/contracts/comments';
import type { Access } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import { fileUrl } from '../attachments/address.ts';
import type { FileRow } from '../attachments/repo.ts';
import { isAuthor, permissionsFor, type Commenter } from './policy.ts';
import type { CommentRow } from './repo.ts';

type Parts = Pick<App, 'config' | 'secrets'>;

type AssigneeColumns = Pick<CommentRow, 'snapshotId' | 'assigneeId' | 'assigneeEmail' | 'assigneeName'>;

/** Names a person for the owner of one snapshot. Accounts and addresses stay hidden. */
const hashAssignee = ({ secrets }: Parts, snapshotId: string, key: string): string =>
  createHmac('sha256', secrets.derive('assignee')).update(`${snapshotId}:${key}`).digest('hex').slice(0, 32);

function presentPin({ elementSelector: selector, elementX: x, elementY: y }: CommentRow) {
  const coordinates = x === null || y === null ? null : { x, y };
  return {
    elementSelector: selector,
    elementCoordinates: coordinates,
    pinnedElement: selector !== null && coordinates ? { selector, coordinates } : null,
  };
}

function presentResolved({ resolvedAt, resolvedBy, resolvedVersion }: CommentRow): Comment['resolved'] {
  if (resolvedAt === null) return null;
  return { at: resolvedAt.getTime(), byName: resolvedBy ?? '', version: resolvedVersion ?? 0 };
}

const followingOf = ({ following }: CommentRow): Comment['following'] =>
  following === null ? null : following ? 'active' : 'paused';

export function presentAssignee(
  app: Parts,
  { userId, reviewer }: Pick<Commenter, 'userId' | 'reviewer'>,
  { snapshotId, assigneeId, assigneeEmail, assigneeName: name }: AssigneeColumns,
): Comment['assignee'] {
  const key = assigneeId ?? assigneeEmail;
  if (key === null || name === null) return null;
  return {
    id: hashAssignee(app, snapshotId, key),
    name,
    isYou: assigneeId === null ? assigneeEmail === reviewer?.email : assigneeId === userId,
  };
}

const orderOf = ({ reaction }: ReactionCount) => REACTIONS.indexOf(reaction);

export const presentReactions = ({ reactions }: Pick<CommentRow, 'reactions'>): ReactionCount[] =>
  reactions.toSorted((a, b) => orderOf(a) - orderOf(b));

/** Presents a comment to this commenter. Never reveals who a visitor is. */
export function presentComment(
  app: Parts,
  { snapshot, isOwner }: Access,
  commenter: Commenter,
  row: CommentRow,
): Comment {
  const urlOf = (file: FileRow) => fileUrl(app, file, snapshot.passwordRevision);
  const presentFile = (file: FileRow): Attachment => {
    const { id, filename, mimeType, size } = file;
    return { id, url: urlOf(file), filename, mimeType, size };
  };
  const crop = row.files.find(({ isCrop }) => isCrop);
  return {
    id: row.id,
    snapshotId: row.snapshotId,
    parentId: row.parentId,
    text: row.text,
    state: row.resolvedAt === null ? 'published' : 'resolved',
    isPending: row.isPending,
    createdAt: row.createdAt.getTime(),
    editedAt: row.editedAt?.getTime() ?? null,
    author: row.authorId === commenter.userId ? row.authorId : null,
    authorName: row.authorName,
    isAnonymous: row.anonymousHash !== null,
    hasAccount: row.authorId !== null,
    isReviewer: row.isReviewer,
    isOwner: row.isOwner,
    pinNumber: row.pinNumber,
    ...presentPin(row),
    locator: row.locator,
    selection: row.selection,
    actions: row.actions,
    further: row.further,
    context: row.context,
    trees: row.trees,
    isBrief: row.isBrief,
    crop: crop ? { url: urlOf(crop) } : null,
    attachments: row.files.filter(({ isCrop }) => !isCrop).map(presentFile),
    reactions: presentReactions(row),
    version: row.version,
    resolved: presentResolved(row),
    can: {
      ...permissionsFor(row, commenter, snapshot.commentPolicy),
      confirm: row.work?.state === 'staged' && isAuthor(row, commenter),
    },
    work: row.work,
    assignee: presentAssignee(app, commenter, row),
    dueOn: row.dueOn,
    issueUrl: isOwner ? row.issueUrl : null,
    isIssueClosed: isOwner && row.isIssueClosed,
    isUnread: row.isUnread,
    requestsChanges: row.requestsChanges,
    following: followingOf(row),
  };
}
