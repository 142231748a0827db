import { later } from '../../kit/later.tsx';

/** A part that loads after the first render. */
export const Later = later(() => import('./laterParts.ts'));
