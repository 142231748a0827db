import { type Context, say } from './context.ts';

/** Opens an address in the person's browser; `BROWSER=none` leaves that to them, as other tools do. */
export async function openInBrowser(context: Context, address: string): Promise<void> {
  if (context.env.BROWSER === 'none') return;
  const { default: open } = await import('open');
  const browser = await open(address);
  browser.once('error', () => say(context, 'No browser could be started; open the link yourself.'));
}
