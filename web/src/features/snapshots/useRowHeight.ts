import { useMediaQuery } from '../../lib/useMediaQuery.ts';

/** Same as in SnapshotTable.module.css: one line, or two on a phone. */
export const useRowHeight = (): number => (useMediaQuery('(max-width: 640px)') ? 68 : 40);
