import { randomUUID } from 'node:crypto';
import { SCOPES, type Scope } from '@stagelink/shared/contracts/endpoint';
import { uuidv7 } from 'uuidv7';
import * as sessions from '../accounts/sessions.ts';
import * as accounts from '../accounts/repo.ts';
import { hashPassword } from '../accounts/passwords.ts';
import type { App } from '../app.ts';
import * as notifications from '../notifications/repo.ts';
import * as tokens from '../tokens/repo.ts';
import { hashSecret, newAccessToken } from '../tokens/secret.ts';
import type { Person } from './world.ts';

export const PASSWORD = 'correct horse battery';

export interface Builders {
  /** A signed-in person with `PASSWORD`. */
  user: (about?: { name?: string; email?: string }) => Promise<Person>;
  /** The same person calling with an access token. */
  token: (person: Person, about?: { scopes?: readonly Scope[]; expiresAt?: Date }) => Promise<Person>;
  /** Something unread; its id. */
  notification: (person: Person) => Promise<string>;
}

let passwordHash: Promise<string> | undefined;

/** Makes what a test needs with defaults that are valid, without going through the calls under test. */
export function createBuilders(app: App): Builders {
  return {
    async user({ name = 'Ada', email = `${randomUUID()}@example.com` } = {}) {
      passwordHash ??= hashPassword(PASSWORD);
      const id = uuidv7();
      await accounts.insert(app.db, { id, email, name, passwordHash: await passwordHash });
      const secret = await sessions.start(app.db, id, { address: '127.0.0.1', userAgent: 'test' });
      return { id, email, secret };
    },
    async token(person, { scopes = SCOPES, expiresAt = new Date(Date.now() + 86_400_000) } = {}) {
      const secret = newAccessToken();
      const about = { id: uuidv7(), userId: person.id, description: 'test', scopes: [...scopes], expiresAt };
      await tokens.insert(app.db, about, hashSecret(secret));
      return { ...person, secret };
    },
    async notification({ id: userId }) {
      const id = uuidv7();
      const about = { type: 'other', title: 'News', message: 'Something happened.' } as const;
      await app.db.transaction((tx) =>
        notifications.insert(tx, {
          ...about,
          id,
          userId,
          actionUrl: null,
          snapshotId: null,
          isMailed: false,
        }),
      );
      return id;
    },
  };
}
