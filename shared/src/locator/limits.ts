/** Limits of a locator, in characters or entries. Free of dependencies, for the preview agent. */

export const ATTRIBUTE_MAX = 200;
export const SELECTOR_MAX = 1000;
export const NAME_MAX = 200;
export const TEXT_MAX = 200;
/** Text on each side of the element, per ancestor. */
export const NEIGHBOUR_MAX = 80;
/** Words that occurred nowhere else on the page. */
export const RARE_MAX = 8;
export const WORD_MAX = 40;
export const CIRCLES_MAX = 2;
export const CLASSES_MAX = 20;
export const CLASS_MAX = 80;
export const SHAPE_MAX = 80;
export const STEPS_MAX = 64;
export const STEP_MAX = 120;
export const TAG_MAX = 100;
export const SCROLLS_MAX = 5;
export const ROUTE_MAX = 2000;
