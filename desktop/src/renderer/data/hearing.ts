import { queries } from '../../../../web/src/data/queries.ts';
import { sessionIsDoubtful } from '../../../../web/src/data/session.ts';
import { desk } from '../desk.ts';
import { addLines, hideFolder, showFolder } from './folders.ts';
import { machine, tellMachine } from './machine.ts';

/** Which of the web app's questions are answered at an address of the server. */
const SUBJECTS = {
  '/api/snapshots': 'snapshots',
  '/api/tags': 'snapshots',
  '/api/projects': 'projects',
  '/api/notifications': 'notifications',
  '/api/subscriptions': 'subscriptions',
  '/auth/sessions': 'sessions',
  '/tokens': 'tokens',
} as const;

function pathsAreStale(paths: readonly string[]): void {
  if (paths.includes('/me')) void sessionIsDoubtful();
  const stale = Object.entries(SUBJECTS).filter(([at]) => paths.some((path) => path.startsWith(at)));
  for (const subject of new Set(stale.map(([, subject]) => subject))) {
    void queries.invalidateQueries({ queryKey: [subject] });
  }
}

/** Keeps what is shown true to what the main process tells. The returned function stops it. */
export function hearSignals(): () => void {
  const stops = [
    desk.hear('accounts.changed', (accounts) => tellMachine('accounts.list', accounts)),
    desk.hear('folder.changed', showFolder),
    desk.hear('folder.removed', hideFolder),
    desk.hear('folder.logged', addLines),
    desk.hear('connection.changed', (connection) => tellMachine('connection.get', connection)),
    desk.hear('preferences.changed', (preferences) => tellMachine('preferences.get', preferences)),
    desk.hear('about.changed', (about) => tellMachine('about.get', about)),
    desk.hear('cache.refreshed', pathsAreStale),
    desk.hear('engine.failed', (message) => {
      tellMachine('engine.problem', message);
      // It may know less or more than it did.
      if (message === null) void machine.invalidateQueries();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
