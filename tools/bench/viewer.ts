import { startServer } from '../../tests/support/server.ts';
import { measurePages } from './support/pages.ts';
import { print } from './support/report.ts';
import { measureThreads } from './support/threads.ts';

/*
 * Measures the viewer's lists in Chromium: 500 threads, and the pages of a prototype that has 3,001 of them.
 * Run: node tools/bench/viewer.ts
 */

const server = await startServer();
try {
  print('Viewer');
  await measurePages(server);
  await measureThreads(server);
} finally {
  await server.stop();
}
