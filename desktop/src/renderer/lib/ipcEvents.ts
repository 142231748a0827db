import { queryClient } from '@stagelink/web/lib/queryClient.ts';
import { recheckSession } from '@stagelink/web/features/identity/account/sessionApi.ts';
import { stagelink } from './stagelink.ts';
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
    stagelink.on('accounts.changed', (accounts) => setIpcData('accounts.list', accounts)),
    stagelink.on('folder.changed', showFolder),
    stagelink.on('folder.removed', hideFolder),
    stagelink.on('folder.logged', addLines),
    stagelink.on('connection.changed', (connection) => setIpcData('connection.get', connection)),
    stagelink.on('preferences.changed', (preferences) => setIpcData('preferences.get', preferences)),
    stagelink.on('about.changed', (about) => setIpcData('about.get', about)),
    stagelink.on('cache.refreshed', invalidatePaths),
    stagelink.on('engine.failed', (message) => {
      setIpcData('engine.problem', message);
      // The engine was restarted: its data may differ.
      if (message === null) void ipcQueryClient.invalidateQueries();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
