import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '../app.ts';
import { trashBytes } from '../blobs/sweepRepo.ts';

/** What is measured in this process. */
const registry = new Registry();
collectDefaultMetrics({ register: registry, prefix: 'stagelink_' });

const requests = new Histogram({
  name: 'stagelink_http_request_seconds',
  help: 'Time from a request to the end of its answer.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
  registers: [registry],
});

const jobs = new Histogram({
  name: 'stagelink_job_seconds',
  help: 'Time a job took, and whether it was done.',
  labelNames: ['job', 'outcome'] as const,
  buckets: [0.02, 0.1, 0.5, 2, 10, 60, 600],
  registers: [registry],
});

export function countJob(job: string, outcome: 'done' | 'failed' | 'interrupted', seconds: number): void {
  jobs.observe({ job, outcome }, seconds);
}

/** `route` is a pattern such as `/api/snapshots/:id`, never an address: those are many, and some are secret. */
export function countRequest(method: string, route: string, status: number, seconds: number): void {
  requests.observe({ method, route, status: String(status) }, seconds);
}

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
      'Acts waiting for a database connection.',
      () => pool.numPendingAcquires(),
    ],
    [
      'stagelink_trash_bytes',
      'Bytes that were removed from the store of files and can still be brought back.',
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

/** Answers a scraper, on a port of its own that is not for the public. */
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
