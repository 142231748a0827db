/** Returns the backdrop of an open dialog. */
export function veil(): Element {
  const found = document.querySelector('[data-dialog-backdrop]');
  if (!found) throw new Error('no dialog is open');
  return found;
}
