/**
 * Elements that handle a press before a listener can prevent it. They ignore the pointer while picking and
 * are found by geometry.
 */
export const OUT_OF_REACH = 'iframe,object,embed,select,video,audio,input[type=range]';

/** Applied to the page while a finger drags a rectangle instead of scrolling. */
export const DRAGGING = '*{touch-action:none!important}';

/** Applied to the page while picking. */
export const PICKING = `*{cursor:crosshair!important}${OUT_OF_REACH}{pointer-events:none!important}`;
