import { connectToPage, pageGone } from './pagePort.ts';
import { FromPage, type ToPage } from './protocol.ts';

/** Lets the user choose an element in the page. Returns its description, empty when none was chosen. */
export async function pickElement(tabId: number, text: string): Promise<string> {
  const port = await connectToPage(tabId);
  try {
    return await new Promise<string>((resolve, reject) => {
      port.onMessage.addListener((raw: unknown) => {
        const message = FromPage.safeParse(raw).data;
        if (message?.type === 'picked') resolve(message.label);
      });
      port.onDisconnect.addListener(() => reject(pageGone()));
      port.postMessage({ type: 'pick', text } satisfies ToPage);
    });
  } finally {
    port.disconnect();
  }
}
