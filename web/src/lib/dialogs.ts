/** Returns the number of open modal dialogs. Menus do not count. */
export const countDialogs = (): number =>
  document.querySelectorAll('[aria-modal="true"], dialog[open]').length;
