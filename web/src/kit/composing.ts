import type { KeyboardEvent } from 'react';

/** Safari reports the key that ends a composition only by this code, with `isComposing` false. */
const COMPOSED = 229;

/** Whether an input method handles the key: it uses Enter and the arrow keys itself. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === COMPOSED;
