import type { Knex } from 'knex';
import { createAccounts } from './accounts.ts';
import { createAssistant } from './assistant.ts';
import { createBackOffice } from './backOffice.ts';
import { createBilling } from './billing.ts';
import { createComments } from './comments.ts';
import { createFiles } from './files.ts';
import { createFindings } from './findings.ts';
import { createNotifications } from './notifications.ts';
import { createReviews } from './reviews.ts';
import { createSnapshots } from './snapshots.ts';
import { createStaging } from './staging.ts';
import { createVisits } from './visits.ts';

/** The schema of 0.1.0. Tables refer only to those created before them. */
export async function up(knex: Knex): Promise<void> {
  await createAccounts(knex);
  await createFiles(knex);
  await createSnapshots(knex);
  await createStaging(knex);
  await createReviews(knex);
  await createComments(knex);
  await createNotifications(knex);
  await createFindings(knex);
  await createAssistant(knex);
  await createVisits(knex);
  await createBilling(knex);
  await createBackOffice(knex);
}

/** Nothing was before: reverting it would delete all data. */
export function down(): Promise<void> {
  return Promise.reject(new Error('The baseline cannot be reverted. Restore a backup instead.'));
}
