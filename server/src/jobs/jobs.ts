import type { Tx } from '../db/db.ts';

/** Every job there is, and what it is told. */
export interface JobPayloads {
  make_variants: { snapshotId: string; version: number };
  sweep: Record<string, never>;
}
export type JobName = keyof JobPayloads;

/** A handler may run twice for one job, so doing it again must change nothing. */
export type JobHandlers = { [N in JobName]: (payload: JobPayloads[N], signal: AbortSignal) => Promise<void> };

export interface Jobs {
  /** The job exists when the transaction commits, and not otherwise. */
  enqueue<N extends JobName>(tx: Tx, name: N, payload: JobPayloads[N]): Promise<void>;
  start(handlers: JobHandlers): Promise<void>;
  /** Takes no more jobs and waits for the running ones. */
  stop(): Promise<void>;
  /** Runs every waiting job to its end, here and now. For tests. */
  drain(handlers: JobHandlers): Promise<void>;
}
