import type { TestProject } from 'vitest/node';
import { startPgBouncer } from './pgBouncer.ts';

/** Starts a pooler in front of the PostgreSQL of the run: every world then uses it for what may pass one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl } = project.getProvidedContext().postgres;
  const pooler = await startPgBouncer(adminUrl);
  project.provide('pooler', pooler.url);
  return () => pooler.stop();
}
