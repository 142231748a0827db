import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  title: 'Admin',
  subtitle: 'Accounts, snapshots and activity of this server.',
  sections: 'Back office',
  users: 'Users',
  snapshots: 'Snapshots',
  analytics: 'Analytics & System Stats',
  charts: 'Charts & Visualizations',
  log: 'Audit log',
  denied: 'Access Denied',
  deniedText: "You don't have permission to access this page.",
  dashboard: 'Go to the dashboard',
});
