import { CaptureSession } from './captureSession.ts';
import { POPUP_PORT } from './protocol.ts';
import { FromPopup } from './state.ts';

const session = new CaptureSession();

chrome.runtime.onConnect.addListener((port) => {
  // Only the extension's own pages connect here; content scripts have a tab.
  if (port.name !== POPUP_PORT || port.sender?.url?.startsWith(chrome.runtime.getURL('popup.html')) !== true)
    return;
  session.connect(port);
  port.onMessage.addListener((raw: unknown) => {
    const message = FromPopup.safeParse(raw);
    if (message.success) session.handle(message.data).catch((cause: unknown) => session.fail(cause));
  });
});
