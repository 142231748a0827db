import { availableParallelism } from 'node:os';

/** Each may need a gigabyte of memory. */
const MOST = 6;

/** Tests run at once. They wait for processes, databases and timers a part of their time, so more than one each core. */
export const WORKERS = Math.min(MOST, Math.ceil(availableParallelism() * 1.5));
