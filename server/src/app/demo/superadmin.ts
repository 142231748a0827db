import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import * as accounts from '../../features/identity/accounts/repo.ts';
import { hashPassword, verifyPassword } from '../../features/identity/passwords/hash.ts';
import type { Db } from '../../platform/db/db.ts';

const FILE = 'demo-superadmin.json';
const EMAIL = 'superadmin@stagelink.local';

const Credentials = z.object({ email: z.string(), password: z.string() });
/** How to sign in as the demo superadmin. */
export type Credentials = z.infer<typeof Credentials>;

async function make(db: Db, file: string): Promise<Credentials | null> {
  const password = randomBytes(12).toString('base64url');
  const isNew = await accounts.insert(db, {
    id: uuidv7(),
    name: 'Demo Superadmin',
    email: EMAIL,
    passwordHash: await hashPassword(password),
    emailVerifiedAt: new Date(),
    role: 'superadmin',
  });
  if (!isNew) return null;
  await writeFile(file, JSON.stringify({ email: EMAIL, password }), { mode: 0o600 });
  return { email: EMAIL, password };
}

/**
 * Returns the demo superadmin of this data folder, created on the first start; null once its password was changed or
 * the account was deleted.
 */
export async function demoSuperadmin(dataDir: string, db: Db): Promise<Credentials | null> {
  const file = path.join(dataDir, FILE);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return make(db, file);
  const kept = Credentials.safeParse(JSON.parse(text)).data;
  const user = kept && (await accounts.findByEmail(db, kept.email));
  return user && (await verifyPassword(user.passwordHash, kept.password)) ? kept : null;
}
