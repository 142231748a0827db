import { lazy } from 'react';

// Fetches the shell and its page in parallel.

export const DashboardPage = lazy(async () => {
  const [{ SignedInPage }, { DashboardPage: Page }] = await Promise.all([
    import('./SignedInPage.tsx'),
    import('../../pages/dashboard/DashboardPage.tsx'),
  ]);
  return { default: () => <SignedInPage Page={Page} /> };
});

export const SettingsPage = lazy(async () => {
  const [{ SignedInPage }, { SettingsPage: Page, title, withoutSession }] = await Promise.all([
    import('./SignedInPage.tsx'),
    import('../../pages/settings/SettingsPage.tsx'),
  ]);
  return { default: () => <SignedInPage Page={Page} title={title} otherwise={withoutSession} /> };
});

export const AdminPage = lazy(async () => {
  const [{ SignedInPage }, { AdminPage: Page, title }] = await Promise.all([
    import('./SignedInPage.tsx'),
    import('../../pages/admin/AdminPage.tsx'),
  ]);
  return { default: () => <SignedInPage Page={Page} title={title} /> };
});
