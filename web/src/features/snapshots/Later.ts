import { later } from '../../kit/later.tsx';

/** A part of the list that loads after the first render. */
export const Later = later(() => import('./laterParts.ts'));
