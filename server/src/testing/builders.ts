import { randomUUID } from 'node:crypto';
import { SCOPES, type Scope } from '@stagelink/shared/contracts/endpoint';
import { uuidv7 } from 'uuidv7';
import * as accounts from '../features/identity/accounts/repo.ts';
import type { App } from '../platform/context.ts';
import * as notifications from '../features/notifications/repo.ts';
import { defaultName, newLabel, newSnapshotId } from '../features/snapshots/ids.ts';
import { hashPassword } from '../features/identity/passwords/hash.ts';
import * as sessions from '../features/identity/sessions/repo.ts';
import * as tokens from '../features/identity/tokens/repo.ts';
import { newAccessToken } from '../features/identity/tokens/secret.ts';
import { userChannel } from '../platform/live/events.ts';
import { publish } from '../platform/live/publish.ts';
import { hashSecret } from '../platform/secrets.ts';

/** A user with a credential. */
export interface Person {
  id: string;
  email: string;
  /** Session secret or access token. */
  secret: string;
}

const DAY_MS = 86_400_000;
export const PASSWORD = 'correct horse battery';

interface SnapshotAbout {
  name?: string;
  tags?: string[];
  projectId?: string | null;
  /** Negative: expired. */
  daysLeft?: number;
  viewCount?: number;
  commentCount?: number;
}

export interface Builders {
  /** Creates a signed-in person with `PASSWORD`. */
  user: (about?: { name?: string; email?: string; isVerified?: boolean }) => Promise<Person>;
  /** Returns the same person with an access token as credential. */
  token: (person: Person, about?: { scopes?: readonly Scope[]; expiresAt?: Date }) => Promise<Person>;
  /** Creates an unread notification. Returns its id. */
  notification: (person: Person) => Promise<string>;
  /** Creates a snapshot without files and password. Returns its id. */
  snapshot: (owner: Person, about?: SnapshotAbout) => Promise<string>;
  /** Creates a review in which some reviewers have decided. Returns its id. */
  review: (
    snapshotId: string,
    about?: { reviewers?: number; answered?: number; deadline?: Date | null },
  ) => Promise<string>;
}

let passwordHash: Promise<string> | undefined;

/** Creates rows with valid defaults, without the routes under test. */
export function createBuilders(app: App): Builders {
  return {
    async user({ name = 'Ada', email = `${randomUUID()}@example.com`, isVerified = false } = {}) {
      passwordHash ??= hashPassword(PASSWORD);
      const id = uuidv7();
      await accounts.insert(app.db, {
        id,
        email,
        name,
        passwordHash: await passwordHash,
        emailVerifiedAt: isVerified ? new Date() : null,
      });
      const secret = await sessions.start(app.db, id, { address: '127.0.0.1', userAgent: 'test' });
      return { id, email, secret };
    },
    async token(person, { scopes = SCOPES, expiresAt = new Date(Date.now() + 86_400_000) } = {}) {
      const secret = newAccessToken();
      const about = { id: uuidv7(), userId: person.id, description: 'test', scopes: [...scopes], expiresAt };
      await tokens.insert(app.db, { ...about, isPersonal: false }, hashSecret(secret));
      return { ...person, secret };
    },
    async notification({ id: userId }) {
      const id = uuidv7();
      const about = { type: 'other', title: 'News', message: 'Something happened.' } as const;
      await app.db.transaction((tx) =>
        notifications.insert(tx, [
          { ...about, id, userId, actionUrl: null, snapshotId: null, isAlert: false, isMailed: false },
        ]),
      );
      return id;
    },
    async snapshot(owner, { name, daysLeft = 20, ...about } = {}) {
      const id = newSnapshotId();
      await app.db.transaction(async (tx) => {
        await tx('snapshots').insert({
          id,
          owner_id: owner.id,
          label: newLabel(),
          name: name ?? defaultName(id),
          tags: about.tags ?? [],
          project_id: about.projectId ?? null,
          version: 1,
          last_version: 1,
          view_count: about.viewCount ?? 0,
          comment_count: about.commentCount ?? 0,
          expires_at: new Date(Date.now() + daysLeft * DAY_MS),
        });
        const empty = { manifest: '[]', file_count: 0, total_bytes: 0, source: '{"client":"api"}' };
        await tx('versions').insert({ snapshot_id: id, number: 1, ...empty });
        await publish(tx, [userChannel(owner.id)], { type: 'lists_changed' });
      });
      return id;
    },
    async review(snapshotId, { reviewers = 1, answered = 0, deadline = null } = {}) {
      const id = uuidv7();
      await app.db('reviews').insert({ id, snapshot_id: snapshotId, deadline });
      await app.db('reviewers').insert(
        Array.from({ length: reviewers }, (_, at) => ({
          id: uuidv7(),
          review_id: id,
          email: `${randomUUID()}@example.com`,
          name: `Reviewer ${at}`,
          ...(at < answered ? { status: 'approved', reviewed_at: new Date(), reviewed_version: 1 } : {}),
        })),
      );
      return id;
    },
  };
}
