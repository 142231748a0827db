import { shownName } from '../identity/accounts/shownName.ts';
import { isUnclaimed } from '../identity/accounts/unclaimed.ts';
import type { BulkChange } from '@stagelink/shared/contracts/bulkChanges';
import type { ReviewSummary, Snapshot, SnapshotView } from '@stagelink/shared/contracts/snapshots';
import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import { type Access, callerId } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import { canComment } from '../comments/policy.ts';
import { contentOrigin, contentUrl } from '../../platform/serving/address.ts';
import { pictureAddress } from '../pictures/address.ts';
import { presentFile } from '../versions/present.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { BulkChangeRow } from './bulkChangeRepo.ts';
import type { ListedSnapshot } from './listRepo.ts';

export const linkOf = (app: Pick<App, 'config'>, id: string) => `${app.config.appUrl}/s/${id}`;

type ProgressRow = Pick<ListedSnapshot, 'reviewAsked' | 'reviewStatus' | 'reviewAnswered' | 'reviewChanges'>;

const presentProgress = (row: ProgressRow): ReviewSummary => ({
  isRequested: row.reviewAsked !== null,
  status: row.reviewStatus,
  checkedOffCount: row.reviewAnswered ?? 0,
  changesRequestedCount: row.reviewChanges ?? 0,
  totalReviewers: row.reviewAsked ?? 0,
});

/** What a snapshot's owner sees that changes with time, with other rows, or is secret. */
type ChangingFields = Pick<Snapshot, 'password' | 'review' | 'analytics' | 'following'>;

export const presentChanging = (
  row: ProgressRow & Pick<ListedSnapshot, 'passwordSealed' | 'recentViewers' | 'following'>,
  app: Pick<App, 'secrets'>,
): ChangingFields => ({
  password: row.passwordSealed && app.secrets.tryOpen(row.passwordSealed),
  review: presentProgress(row),
  analytics: { recentViewers: row.recentViewers },
  following: row.following === null ? null : row.following ? 'active' : 'paused',
});

type KeptSnapshot = Omit<ListedSnapshot, 'reviewStatus' | 'following' | 'recentViewers'>;

/** Presents what changes with the rows of a snapshot and its version only. */
export const presentKept = (
  row: KeptSnapshot,
  app: Pick<App, 'config'>,
): Omit<Snapshot, keyof ChangingFields> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  clientName: row.clientName,
  milestone: row.milestone,
  versionLabel: row.versionLabel,
  tags: row.tags,
  projectId: row.projectId,
  ownerUid: row.ownerId,
  public: row.passwordSealed === null,
  url: linkOf(app, row.id),
  version: row.version,
  picture: pictureAddress(row.id, row.version, row.picture),
  totalBytes: row.totalBytes,
  fileCount: row.fileCount,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  lastModifiedAt: row.lastModifiedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  viewCount: row.viewCount,
  uniqueViewers: row.uniqueViewers,
  commentCount: row.commentCount,
  unreadThreads: row.unreadThreads,
  agentWork: { withAgent: row.agentThreads, toConfirm: row.stagedThreads },
  commentPolicy: row.commentPolicy,
  agentFeedback: row.agentFeedback,
});

/** Presents a snapshot to its owner only: contains the password. */
export const presentSnapshot = (row: ListedSnapshot, app: Pick<App, 'config' | 'secrets'>): Snapshot => ({
  ...presentKept(row, app),
  ...presentChanging(row, app),
});

export const withFiles = <Shown extends object>(snapshot: Shown, names: string[]) => ({
  ...snapshot,
  files: names.map((name) => ({ name })),
});

function presentYou(access: Access, principal: Principal | null): SnapshotView['you'] {
  const { isOwner, reviewer } = access;
  const id = callerId(access, principal);
  if (isOwner) return { kind: 'owner', name: principal?.name ?? null, id };
  if (reviewer) return { kind: 'reviewer', name: reviewer.name, id };
  return principal ? { kind: 'user', name: principal.name, id } : { kind: 'visitor', name: null, id };
}

/** Presents a snapshot to visitors: contains nothing that only the owner may know. */
export function presentView(
  access: Access,
  principal: Principal | null,
  files: ManifestFile[],
  { config }: Pick<App, 'config'>,
): SnapshotView {
  const { snapshot: row, isOwner } = access;
  return {
    id: row.id,
    name: row.name,
    public: row.passwordSealed === null,
    ownerUid: isOwner ? row.ownerId : null,
    ownerName: shownName(row.ownerName),
    isOwner,
    commentPolicy: row.commentPolicy,
    ...(isOwner && { agentFeedback: row.agentFeedback }),
    canComment: canComment(row.commentPolicy, {
      userId: principal?.userId ?? null,
      reviewer: access.reviewer,
    }),
    isUnclaimed: isUnclaimed(row.ownerId),
    you: presentYou(access, principal),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    version: row.version,
    picture: pictureAddress(row.id, row.version, row.picture),
    captured:
      row.capturedFrom !== null && row.stagedAt !== null
        ? { from: row.capturedFrom, at: row.stagedAt.toISOString() }
        : null,
    totalBytes: row.totalBytes,
    fileCount: row.fileCount,
    files: files.map(presentFile),
    contentUrl: contentUrl(config, row),
    contentOrigin: contentOrigin(config, row.label),
  };
}

export const presentBulkChange = (row: BulkChangeRow): BulkChange => ({
  id: row.id,
  total: row.total,
  done: row.done,
  failedCount: row.failedCount,
  failed: row.failed,
  isFinished: row.finishedAt !== null,
  canUndo: row.finishedAt !== null && row.inverse.length > 0,
});
