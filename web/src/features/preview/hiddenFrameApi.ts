/** No dialogs, windows or downloads. */
const PERMISSIONS = 'allow-scripts allow-same-origin';
const SIZE = { width: 1280, height: 800 };

interface FrameOptions {
  /** Defaults to the size of a laptop. */
  size?: { width: number; height: number };
  /** Whether cookies and storage of earlier visits are left out, where the browser supports it. */
  isFresh?: boolean;
}

/** Adds an empty frame inside the window, so that its timers are not throttled, but invisible and inert. */
export function addHiddenFrame({ size = SIZE, isFresh = false }: FrameOptions = {}): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', PERMISSIONS);
  frame.toggleAttribute('credentialless', isFresh);
  frame.referrerPolicy = 'no-referrer';
  frame.tabIndex = -1;
  frame.inert = true;
  frame.setAttribute('aria-hidden', 'true');
  frame.width = String(size.width || SIZE.width);
  frame.height = String(size.height || SIZE.height);
  Object.assign(frame.style, {
    position: 'fixed',
    inset: '0 auto auto 0',
    border: '0',
    opacity: '0',
    pointerEvents: 'none',
    zIndex: '-1',
  });
  document.body.append(frame);
  return frame;
}
