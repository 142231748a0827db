/** Limits of a page's outline, free of dependencies for the preview agent. */

export const OUTLINE_ELEMENTS_MAX = 400;
/** UTF-16 units of an element's name or text. */
export const OUTLINE_NAME_MAX = 160;
export const OUTLINE_TITLE_MAX = 300;
/** Bytes of the outline as JSON. */
export const OUTLINE_BYTES = 24 * 1024;

/** What an element of an outline is. */
export const OUTLINE_ROLES = [
  'banner',
  'navigation',
  'main',
  'complementary',
  'contentinfo',
  'form',
  'dialog',
  'heading',
  'link',
  'button',
  'textbox',
  'checkbox',
  'radio',
  'combobox',
  'slider',
  'image',
  'frame',
  'text',
] as const;
export type OutlineRole = (typeof OUTLINE_ROLES)[number];
