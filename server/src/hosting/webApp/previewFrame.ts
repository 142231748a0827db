import { FRAME_ALLOW, FRAME_SANDBOX } from '@stagelink/shared/preview/framePermissions';
import type { Config } from '../../platform/config.ts';
import { escapeHtml } from '../../platform/serving/pages.ts';

/** What a reviewer sees at the preview: the task, or that it is done. Its room is reserved from the start. */
export type Strip = 'task' | 'line';

/**
 * Renders the preview's frame into the viewer's HTML, so that the prototype loads without waiting for our script. On
 * its own origin it may keep that origin; in path mode it would be ours, so it is sandboxed.
 */
export function renderPreviewFrame(
  { contentMode }: Pick<Config, 'contentMode'>,
  { name, url, strip }: { name: string; url: string; strip: Strip | null },
): string {
  const sandbox = contentMode === 'origin' ? `${FRAME_SANDBOX} allow-same-origin` : FRAME_SANDBOX;
  return (
    `<div id="stage"${strip === null ? '' : ` data-strip="${strip}"`}><iframe id="preview" title="Preview of ${escapeHtml(name)}" sandbox="${sandbox}" ` +
    `allow="${FRAME_ALLOW}" referrerpolicy="no-referrer" src="${escapeHtml(url)}"></iframe></div>`
  );
}
