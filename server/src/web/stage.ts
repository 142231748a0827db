import type { Config } from '../config.ts';
import { escapeHtml } from '../content/pages.ts';

const PERMISSIONS = ['allow-scripts', 'allow-forms', 'allow-modals', 'allow-popups', 'allow-downloads'];

/**
 * The preview's frame for the viewer's first HTML. The prototype starts to load with the page and does not wait for
 * our script. On an origin of its own it may keep that origin; in path mode that origin would be ours.
 */
export function renderStage({ contentMode }: Pick<Config, 'contentMode'>, name: string, url: string): string {
  const sandbox = contentMode === 'origin' ? [...PERMISSIONS, 'allow-same-origin'] : PERMISSIONS;
  return (
    `<div id="stage"><iframe id="preview" title="Preview of ${escapeHtml(name)}" sandbox="${sandbox.join(' ')}" ` +
    `referrerpolicy="no-referrer" src="${escapeHtml(url)}"></iframe></div>`
  );
}
