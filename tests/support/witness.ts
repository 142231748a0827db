import type { Page } from '@playwright/test';
import { preview } from './previewStage.ts';

/** A prototype that records every event, from the first listener on. */
export const WITNESS = `<script>
  window.seen = [];
  for (const type of ['click', 'mousedown', 'mouseup', 'mouseover', 'pointerdown', 'pointerup', 'pointermove', 'keydown', 'keyup',
    'touchstart', 'touchend', 'contextmenu', 'focusin', 'toggle', 'dragstart', 'selectstart', 'wheel'])
    addEventListener(type, (event) => window.seen.push(type), true);
</script>`;
export const seenIn = (page: Page) =>
  preview(page)
    .locator('html')
    .evaluate(() => (window as unknown as { seen: string[] }).seen);
export const forget = (page: Page) =>
  preview(page)
    .locator('html')
    .evaluate(() => void ((window as unknown as { seen: string[] }).seen = []));
