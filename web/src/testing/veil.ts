/** What lies between an open dialog and the page: whoever presses it presses beside the dialog. */
export function veil(): Element {
  const found = document.querySelector('.mantine-Modal-overlay');
  if (!found) throw new Error('no dialog is open');
  return found;
}
