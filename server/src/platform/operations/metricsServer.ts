import { createServer, type Server } from 'node:http';
import { Gauge } from 'prom-client';
import { trashBytes } from '../blobs/sweepRepo.ts';
import type { App } from '../context.ts';
import { registry } from './metrics.ts';

interface Pool {
  numUsed: () => number;
  numPendingAcquires: () => number;
}

function watch(app: App): void {
  const pool = app.db.client.pool as Pool;
  const gauges: [string, string, () => number | Promise<number>][] = [
    ['stagelink_live_sockets', 'Open sockets of the live channel.', () => app.hub.size],
    ['stagelink_database_connections', 'Database connections in use.', () => pool.numUsed()],
    [
      'stagelink_database_waiting',
      'Queries waiting for a database connection.',
      () => pool.numPendingAcquires(),
    ],
    [
      'stagelink_trash_bytes',
      'Bytes in the trash of the file store.',
      () => trashBytes(app.db).catch(() => Number.NaN),
    ],
  ];
  for (const [name, help, read] of gauges) {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        this.set(await read());
      },
    });
    registry.removeSingleMetric(name);
    registry.registerMetric(gauge);
  }
}

/** Serves metrics on a separate, non-public port. */
export function serveMetrics(app: App): Server {
  watch(app);
  return createServer((request, answer) => {
    if (request.url !== '/metrics') {
      answer.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => answer.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      (cause: unknown) => {
        app.log.error({ err: cause }, 'the metrics could not be read');
        answer.writeHead(500).end();
      },
    );
  });
}
