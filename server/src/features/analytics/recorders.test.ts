import { readFileSync } from 'node:fs';
import { CLIENT_EVENTS, EventType } from '@stagelink/shared/contracts/analytics';
import { expect, test } from 'vitest';

const WEB = '../../../../web/src';

/** Where each type of event is recorded; a type without an entry does not compile. */
const RECORDERS: Record<EventType, readonly string[]> = {
  user_registered: [
    '../identity/accounts/service.ts',
    '../identity/google/service.ts',
    '../admin/userService.ts',
  ],
  user_login: ['../identity/accounts/service.ts'],
  user_logout: ['../identity/accounts/service.ts'],
  snapshot_created: ['../staging/finalize.ts', '../tryOut/service.ts'],
  snapshot_viewed: ['./repo.ts'],
  snapshot_downloaded: ['../export/routes.ts', '../versions/routes.ts'],
  snapshot_extended: ['../snapshots/service.ts', '../snapshots/bulk.ts'],
  page_view: [`${WEB}/app/routes.tsx`, `${WEB}/lib/analytics/countPageView.ts`],
  admin_page_visit: [`${WEB}/pages/admin/AdminPage.tsx`],
  dashboard_visit: [`${WEB}/pages/dashboard/DashboardPage.tsx`],
  subscription_started: ['../billing/apply.ts'],
  subscription_cancelled: ['../billing/apply.ts'],
  payment_succeeded: ['../billing/apply.ts'],
  payment_failed: ['../billing/apply.ts'],
  trial_started: ['../billing/apply.ts'],
  trial_ended: ['../billing/apply.ts', '../billing/trialEnd.ts'],
  comment_posted: ['../comments/announce.ts'],
  comment_replied: ['../comments/announce.ts'],
  comment_resolved: ['../comments/change.ts'],
  extension_downloaded: [`${WEB}/features/editorExtension/useExtension.ts`],
  admin_action: ['../admin/audit.ts'],
  system_event: ['./service.ts', '../onboarding/service.ts'],
};

const RECORDS = /\b(analytics\.record|record|track|sendBeacon|addViews)\(/;

test.each(EventType.options)('%s is recorded', (type) => {
  for (const file of RECORDERS[type]) {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8');
    expect([file, RECORDS.test(source), source.includes(`'${type}'`)]).toEqual([file, true, true]);
  }
});

test('what only the server can know is recorded by the server', () => {
  const byPages = EventType.options.filter((type) => RECORDERS[type].every((file) => file.startsWith(WEB)));
  expect(byPages.filter((type) => !(CLIENT_EVENTS as readonly string[]).includes(type))).toEqual([]);
});
