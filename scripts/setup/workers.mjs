import { availableParallelism } from 'node:os';

/** Tests run at once. They wait for processes, databases and timers a sixth of their time, so more than one each core. */
export const WORKERS = Math.ceil(availableParallelism() * 1.5);
