import { useEffect, useState } from 'react';
import type { Preview } from './usePreview.ts';

/** Whether a page of the prototype has asked for isolation that the browser does not give to a frame. */
export function useIsUnisolated({ listen }: Pick<Preview, 'listen'>): boolean {
  const [isUnisolated, setIsUnisolated] = useState(false);
  useEffect(() => listen(({ type }) => type === 'unisolated' && setIsUnisolated(true)), [listen]);
  return isUnisolated;
}
