import { type Context, writeStatus } from './context.ts';

/** Opens a URL in the user's browser. `BROWSER=none` disables it, as in other tools. */
export async function openInBrowser(context: Context, address: string): Promise<void> {
  if (context.env.BROWSER === 'none') return;
  const { default: open } = await import('open');
  const browser = await open(address);
  browser.once('error', () => writeStatus(context, 'Failed to open a browser. Open the link yourself.'));
}
