/** How many dialogs hold the page just now; what hangs from a button, such as a menu, is none. */
export const countDialogs = (): number => document.querySelectorAll('[aria-modal="true"]').length;
