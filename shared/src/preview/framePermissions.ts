/** What a prototype may do in a frame: all but navigate the top window. */
export const FRAME_SANDBOX = 'allow-scripts allow-forms allow-modals allow-popups allow-downloads';

/** What a prototype may use in the viewer: what browsers give a tab without a question. */
export const FRAME_ALLOW = 'autoplay; clipboard-write; fullscreen; gamepad; screen-wake-lock';
