import type { ComponentProps } from 'react';
import { later } from '../../lib/later.tsx';
import { LazyPart } from '../../kit/LazyPart.tsx';

const LaterParts = later(() => import('./laterParts.ts'));

/** A part that loads after the first render. */
export const Later = ({ children }: Pick<ComponentProps<typeof LaterParts>, 'children'>) => (
  <LazyPart>
    <LaterParts>{children}</LaterParts>
  </LazyPart>
);
