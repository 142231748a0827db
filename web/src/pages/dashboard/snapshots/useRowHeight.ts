import { useMediaQuery } from '@mantine/hooks';

/** As in SnapshotTable.module.css: one line, or two on a phone. */
export const useRowHeight = (): number => (useMediaQuery('(max-width: 640px)', false) ? 68 : 40);
