/** Shows why something failed; an empty message removes the last one. */
export function showFailure(message: string): void {
  const place = document.querySelector('[role="alert"]');
  if (place) place.textContent = message;
}
