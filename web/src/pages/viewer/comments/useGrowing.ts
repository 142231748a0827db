import { COMMENT_BOX_MAX_PX } from '@stagelink/shared/contracts/limits';
import { type RefObject, useLayoutEffect } from 'react';

function grow(area: HTMLTextAreaElement): void {
  const { style } = area;
  style.height = 'auto';
  const border = area.offsetHeight - area.clientHeight;
  style.height = `${Math.min(area.scrollHeight + border, COMMENT_BOX_MAX_PX)}px`;
}

/** Keeps a text area as high as its text, up to a height from which on it scrolls. */
export function useGrowing(area: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    if (area.current) grow(area.current);
  });
}
