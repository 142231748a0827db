import { availableParallelism } from 'node:os';

/** Each may need a gigabyte of memory. */
const MOST = 6;

/** @param {number} share */
const perCore = (share) => Math.min(MOST, Math.ceil(availableParallelism() * share));

/** Unit tests wait for processes, databases and timers almost half of their time. */
export const UNIT_WORKERS = perCore(2);

/** Stories wait for what they see a third of their time. */
export const STORY_WORKERS = perCore(1.5);
