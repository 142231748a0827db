import { COMMENT_BOX_MAX_PX } from '@stagelink/shared/contracts/limits';
import { type RefObject, useLayoutEffect } from 'react';

function grow(area: HTMLTextAreaElement): void {
  const { style } = area;
  style.height = 'auto';
  const border = area.offsetHeight - area.clientHeight;
  style.height = `${Math.min(area.scrollHeight + border, COMMENT_BOX_MAX_PX)}px`;
}

/** Grows a text area with its text, up to a maximum height. */
export function useGrowing(area: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    if (area.current) grow(area.current);
  });
}
