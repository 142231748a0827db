import { queryClient } from '@stagelink/web/lib/queryClient.ts';
import { recheckSession } from '@stagelink/web/features/identity/account/sessionApi.ts';
import { desk } from './stagelink.ts';
import { addLines, hideFolder, showFolder } from '../features/folders/api.ts';
import { ipcQueryClient, setIpcData } from './ipcQueries.ts';

/** Maps URL prefixes of the server to query keys of the web app. */
const SUBJECTS = {
  '/api/snapshots': 'snapshots',
  '/api/tags': 'snapshots',
  '/api/projects': 'projects',
  '/api/notifications': 'notifications',
  '/api/subscriptions': 'subscriptions',
  '/auth/sessions': 'sessions',
  '/tokens': 'tokens',
} as const;

function invalidatePaths(paths: readonly string[]): void {
  if (paths.includes('/me')) void recheckSession();
  const stale = Object.entries(SUBJECTS).filter(([at]) => paths.some((path) => path.startsWith(at)));
  for (const subject of new Set(stale.map(([, subject]) => subject))) {
    void queryClient.invalidateQueries({ queryKey: [subject] });
  }
}

/** Applies events of the main process to the caches. Returns a function that unsubscribes. */
export function subscribeToIpcEvents(): () => void {
  const stops = [
    desk.hear('accounts.changed', (accounts) => setIpcData('accounts.list', accounts)),
    desk.hear('folder.changed', showFolder),
    desk.hear('folder.removed', hideFolder),
    desk.hear('folder.logged', addLines),
    desk.hear('connection.changed', (connection) => setIpcData('connection.get', connection)),
    desk.hear('preferences.changed', (preferences) => setIpcData('preferences.get', preferences)),
    desk.hear('about.changed', (about) => setIpcData('about.get', about)),
    desk.hear('cache.refreshed', invalidatePaths),
    desk.hear('engine.failed', (message) => {
      setIpcData('engine.problem', message);
      // The engine was restarted: its data may differ.
      if (message === null) void ipcQueryClient.invalidateQueries();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
