/** The bar's on a desk, the one under the thumb on a phone: a hidden button takes no focus. */
export function focusCommentButton(): void {
  if (document.activeElement !== document.body) return;
  for (const button of document.querySelectorAll<HTMLElement>('[data-comment-button]')) button.focus();
}
