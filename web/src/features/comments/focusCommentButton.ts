/** The button in the bar, or on a phone the one at the lower edge. A hidden button cannot be focused. */
export function focusCommentButton(): void {
  if (document.activeElement !== document.body) return;
  for (const button of document.querySelectorAll<HTMLElement>('[data-comment-button]')) button.focus();
}
