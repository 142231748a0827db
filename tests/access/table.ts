import { accountsRows } from './rows/accounts.ts';
import { adminRows } from './rows/admin.ts';
import { assistantRows } from './rows/assistant.ts';
import { billingRows } from './rows/billing.ts';
import { commentsRows } from './rows/comments.ts';
import { findingsRows } from './rows/findings.ts';
import { notificationsRows } from './rows/notifications.ts';
import { onboardingRows } from './rows/onboarding.ts';
import { projectsRows } from './rows/projects.ts';
import { reviewsRows } from './rows/reviews.ts';
import { snapshotsRows } from './rows/snapshots.ts';
import { stagingRows } from './rows/staging.ts';
import { tryOutRows } from './rows/tryOut.ts';
import { webhooksRows } from './rows/webhooks.ts';
import type { Rows } from './row.ts';

/** One row for each contract. */
export const TABLE: Rows = {
  ...accountsRows,
  ...adminRows,
  ...assistantRows,
  ...billingRows,
  ...notificationsRows,
  ...onboardingRows,
  ...snapshotsRows,
  ...projectsRows,
  ...reviewsRows,
  ...commentsRows,
  ...findingsRows,
  ...stagingRows,
  ...tryOutRows,
  ...webhooksRows,
};
