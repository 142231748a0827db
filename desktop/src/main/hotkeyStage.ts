import type { Notice } from '../protocol/window.ts';

const DELAY_MS = 3_000;

export interface HotkeyStageOptions {
  /** What would be staged; null: nothing was staged yet. */
  last: () => Promise<{ id: string; name: string } | null>;
  stage: (folderId: string) => void;
  /** There is nothing to stage again. */
  onNothing: () => void;
  showNotice: (notice: Notice, onClick: () => void) => void;
  delayMs?: number;
}

/**
 * What the hotkey does: it says what is about to be staged, and stages it a moment later. Pressed again, or with a
 * click on that sentence, nothing is staged.
 */
export function createHotkeyStage(options: HotkeyStageOptions): () => Promise<void> {
  const { delayMs = DELAY_MS } = options;
  let pending: { name: string; timer: NodeJS.Timeout } | null = null;

  function cancel(): void {
    if (!pending) return;
    const { name, timer } = pending;
    clearTimeout(timer);
    pending = null;
    options.showNotice({ title: name, body: 'Not staged.', page: null }, () => {});
  }

  return async () => {
    if (pending) return cancel();
    const folder = await options.last();
    if (!folder) return options.onNothing();
    if (pending) return;
    const timer = setTimeout(() => {
      pending = null;
      options.stage(folder.id);
    }, delayMs);
    pending = { name: folder.name, timer };
    const body = `Staged in ${delayMs / 1000} seconds. Click here or press the hotkey again to cancel.`;
    options.showNotice({ title: folder.name, body, page: null }, cancel);
  };
}
