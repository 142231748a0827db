import type { KeyboardEvent } from 'react';

/** Of the key that ends an input method's composition Safari says only this, and that nothing is being composed. */
const COMPOSED = 229;

/** Whether a key belongs to an input method, which uses Enter and the arrow keys itself. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === COMPOSED;
