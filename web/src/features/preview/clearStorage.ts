import { CLEARING_PATH } from '@stagelink/shared/preview/handshake';

/**
 * Removes what the prototype stores in the viewer, and its service workers. Some browsers cannot. No worker answers for
 * a frame without an origin, and browsers clear what belongs to the frame's surroundings.
 */
export async function clearStorage(contentOrigin: string): Promise<void> {
  const frame = document.createElement('iframe');
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.setAttribute('sandbox', '');
  frame.hidden = true;
  frame.src = contentOrigin + CLEARING_PATH;
  document.body.append(frame);
  await loaded;
  frame.remove();
}
