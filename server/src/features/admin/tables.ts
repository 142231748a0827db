import type {
  ActivityEvent,
  AdminSession,
  AdminSnapshot,
  AdminUser,
  AuditEntry,
} from '@stagelink/shared/contracts/admin';
import type { Context } from 'koa';
import type { Readable } from 'node:stream';
import { asCsv, type CsvColumns } from '../../platform/http/csv.ts';
import { bodyOf } from '../../platform/http/longJson.ts';
import type { ListPage } from '../../platform/db/keyset.ts';

const yesOrNo = (is: boolean) => (is ? 'yes' : 'no');

export const USER_COLUMNS: CsvColumns<AdminUser> = {
  uid: ({ uid }) => uid,
  name: ({ name }) => name,
  email: ({ email }) => email,
  role: ({ role }) => role,
  plan: ({ plan }) => plan,
  status: ({ status }) => status,
  subscription: ({ subscriptionStatus }) => subscriptionStatus,
  'trial ends': ({ trialEndsAt }) => trialEndsAt,
  'subscribed since': ({ subscriptionStartedAt }) => subscriptionStartedAt,
  'last payment': ({ lastPaymentAt }) => lastPaymentAt,
  'trial used': ({ hasHadTrial }) => yesOrNo(hasHadTrial),
  'cancelled with trial': ({ cancelAtTrialEnd }) => yesOrNo(cancelAtTrialEnd),
  'pro ends': ({ willCancelAt }) => willCancelAt,
  snapshots: ({ totalSnapshots }) => totalSnapshots,
  'active snapshots': ({ activeSnapshots }) => activeSnapshots,
  created: ({ createdAt }) => createdAt,
  'last login': ({ lastLoginAt }) => lastLoginAt,
};

export const SNAPSHOT_COLUMNS: CsvColumns<Omit<AdminSnapshot, 'files'>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  'owner id': ({ ownerUid }) => ownerUid,
  owner: ({ ownerName }) => ownerName,
  'owner email': ({ ownerEmail }) => ownerEmail,
  created: ({ createdAt }) => createdAt,
  expires: ({ expiresAt }) => expiresAt,
  bytes: ({ totalBytes }) => totalBytes,
  files: ({ fileCount }) => fileCount,
  protected: (snapshot) => yesOrNo(snapshot.protected),
  unclaimed: ({ unclaimed }) => yesOrNo(unclaimed),
};

export const SESSION_COLUMNS: CsvColumns<AdminSession> = {
  uid: ({ uid }) => uid,
  name: ({ name }) => name,
  email: ({ email }) => email,
  client: ({ userAgent }) => userAgent,
  'last used': ({ lastUsedAt }) => lastUsedAt,
};

export const EVENT_COLUMNS: CsvColumns<ActivityEvent> = {
  id: ({ id }) => id,
  type: ({ eventType }) => eventType,
  data: ({ eventData }) => JSON.stringify(eventData),
  'user id': ({ userId }) => userId,
  user: ({ userName }) => userName,
  page: ({ page }) => page,
  time: ({ timestamp }) => timestamp,
};

export const AUDIT_COLUMNS: CsvColumns<AuditEntry> = {
  time: ({ createdAt }) => createdAt,
  'by id': ({ actorId }) => actorId,
  by: ({ actor }) => actor,
  action: ({ action }) => action,
  'target id': ({ targetId }) => targetId,
  target: ({ target }) => target,
  reason: ({ reason }) => reason,
};

/** Where a portion of a list begins and how long it is. */
export interface Paged {
  cursor: string | undefined;
  limit: number;
}

const PORTION = 500;

/** Reads a whole list, each portion when the one before was sent. */
export async function* inPortions<Row, Shown>(
  read: (page: Paged) => Promise<ListPage<Row>>,
  present: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
  let cursor: string | undefined;
  do {
    const { rows, nextCursor } = await read({ cursor, limit: PORTION });
    yield rows.map(present);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Streams a table as a file with this name and the day. */
export function tableOf<Row>(
  ctx: Context,
  name: string,
  columns: CsvColumns<Row>,
  portions: AsyncIterable<Row[]>,
): Promise<Readable> {
  const day = new Date().toISOString().slice(0, 10);
  ctx.type = 'text/csv; charset=utf-8';
  ctx.set('Content-Disposition', `attachment; filename="${name}-${day}.csv"`);
  return bodyOf(asCsv(columns, portions));
}
