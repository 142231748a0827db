import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

export const registry = new Registry();
collectDefaultMetrics({ register: registry, prefix: 'stagelink_' });

const requests = new Histogram({
  name: 'stagelink_http_request_seconds',
  help: 'Time from a request to the end of its response.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
  registers: [registry],
});

const jobs = new Histogram({
  name: 'stagelink_job_seconds',
  help: 'Duration of a job, and whether it succeeded.',
  labelNames: ['job', 'outcome'] as const,
  buckets: [0.02, 0.1, 0.5, 2, 10, 60, 600],
  registers: [registry],
});

const modelAnswers = new Counter({
  name: 'stagelink_model_answers_total',
  help: 'Requests to the language model, by how they ended.',
  labelNames: ['outcome'] as const,
  registers: [registry],
});

/** `outcome`: how the answer ended, or why there is none. */
export function countModelAnswer(outcome: string): void {
  modelAnswers.inc({ outcome });
}

export function countJob(job: string, outcome: 'done' | 'failed' | 'interrupted', seconds: number): void {
  jobs.observe({ job, outcome }, seconds);
}

/** `route` is a pattern such as `/api/snapshots/:id`: paths are too many and some are secret. */
export function countRequest(method: string, route: string, status: number, seconds: number): void {
  requests.observe({ method, route, status: String(status) }, seconds);
}
