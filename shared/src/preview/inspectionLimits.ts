/** Limits of an inspection. Free of dependencies, for the preview agent. */

/** Elements that one comment may be about. */
export const ELEMENTS_MAX = 6;
/** Length of an inspection as JSON. */
export const INSPECTION_MAX = 24_000;
export const SOURCES_MAX = 4;
export const FILE_MAX = 300;
export const COMPONENT_MAX = 100;
export const COMPONENTS_MAX = 8;
export const SEARCH_MAX = 120;
export const SEARCHES_MAX = 4;
export const INSPECTED_TEXT_MAX = 300;
export const STYLES_MAX = 24;
export const STYLE_MAX = 120;
export const ERRORS_MAX = 10;
export const ERROR_MAX = 300;
export const REQUESTS_MAX = 10;
export const REQUEST_PATH_MAX = 200;
