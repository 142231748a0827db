import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../platform/db/migrate.ts';
import { startEmbedded } from '@stagelink/postgres/embedded';

const TEMPLATE = 'template_stagelink';

/** Starts one PostgreSQL for the whole run, with a migrated database to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(path.join(tmpdir(), 'stagelink-tests-'));
  await chmod(dir, 0o711); // as root the database runs as another user
  const postgres = await startEmbedded(path.join(dir, 'postgres'), { durable: false });
  await postgres.createDatabase(TEMPLATE);
  await migrate(postgres.url(TEMPLATE));
  project.provide('postgres', { adminUrl: postgres.url('postgres'), template: TEMPLATE });
  project.provide('pooler', null);

  return async () => {
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  };
}
