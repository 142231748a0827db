/** Limits of the recorded actions of a pin. Free of dependencies, for the preview agent. */

export const ACTIONS_MAX = 8;
/** Length of all of them as JSON. */
export const ACTIONS_LENGTH_MAX = 40_000;
/** Length of the text of a chosen option. */
export const OPTION_MAX = 200;
