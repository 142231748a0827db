/** What a prototype may do in a frame: all but navigate the top window. */
export const FRAME_SANDBOX = 'allow-scripts allow-forms allow-modals allow-popups allow-downloads';

/** What a prototype may use in the viewer because browsers ask nobody for it in a tab. */
export const FRAME_ALLOW = 'autoplay; clipboard-write; fullscreen; gamepad; screen-wake-lock';
