/** Returns the backdrop of an open dialog. */
export function veil(): Element {
  const found = document.querySelector('.mantine-Modal-overlay');
  if (!found) throw new Error('no dialog is open');
  return found;
}
