import type { Statement } from './bareList.ts';

// The best statements that give what the dashboard's list answers, written by hand.

const COLUMNS = `s.id, s.name, s.description, s.client_name as "clientName", s.milestone,
  s.version_label as "versionLabel", s.tags, s.project_id as "projectId", s.owner_id as "ownerUid",
  s.password_sealed is null as public, null as password, '/s/' || s.id as url, s.version,
  '/api/snapshots/' || s.id || '/versions/' || s.version || '/picture?hash='
    || left(encode(v.picture_sha256, 'hex'), 16) as picture,
  v.total_bytes as "totalBytes", v.file_count as "fileCount", s.created_at as "createdAt",
  s.updated_at as "updatedAt", s.last_modified_at as "lastModifiedAt", s.expires_at as "expiresAt",
  s.view_count as "viewCount", s.unique_viewers as "uniqueViewers", s.comment_count as "commentCount",
  s.unread_threads as "unreadThreads", s.agent_threads as "withAgent", s.staged_threads as "toConfirm",
  s.comment_policy as "commentPolicy", s.agent_feedback as "agentFeedback", s.review_waits as "isWaiting",
  s.review_deadline as deadline, s.review_answered as "checkedOffCount", s.review_changes as "changesRequestedCount",
  s.review_asked as "totalReviewers", s.recent_viewers as "recentViewers", f.is_active as following,
  v.first_files as files`;

export interface BestQuestion {
  /** Conditions on snapshots \`s\` besides the owner, the version and the expiry. */
  where?: string;
  sort?: string;
  values?: unknown[];
}

/** Selects a page of an owner's active snapshots, with how many match and how many there are, as one text. */
export function bestList(
  name: string,
  ownerId: string,
  limit: number,
  { where = 'true', sort = 's.created_at', values = [] }: BestQuestion,
): Statement {
  const all = `s.owner_id = $1 and s.version is not null and s.expires_at > now() and ${where.replace('and beyond', '')}`;
  const paged = where.includes('and beyond') ? `${all} and (${sort}, s.id) < ($3::timestamptz, $4)` : all;
  const text = `select json_build_object(
    'snapshots', (select json_agg(row) from (
      select ${COLUMNS} from (
        select s.* from snapshots s where ${paged} order by ${sort} desc, s.id desc limit $2
      ) s join versions v on v.snapshot_id = s.id and v.number = s.version
      left join follows f on f.user_id = s.owner_id and f.snapshot_id = s.id and f.comment_id is null and f.is_chosen
      order by ${sort} desc, s.id desc) row),
    'matching', (select count(*) from snapshots s where ${all}),
    'total', (select snapshot_count from users where id = $1))::text as body`;
  return { name, text, values: [ownerId, limit + 1, ...values] };
}
