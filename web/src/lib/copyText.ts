/** Selects the text in a field of its own and copies the selection. A modal dialog makes what is outside of it inert. */
function copySelected(text: string): boolean {
  const { activeElement } = document;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position: fixed; opacity: 0';
  (activeElement?.closest('dialog, [role="dialog"]') ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  try {
    // Deprecated, and the only way to copy on pages without TLS.
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  }
}

/** Copies text to the clipboard; resolves to false if the browser does not allow it. Pages without TLS have no `clipboard`. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // eslint-disable-next-line no-restricted-properties -- the only use
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}
