/** How long a success message is shown, as specified. */
export const SUCCESS_MS = 5000;
