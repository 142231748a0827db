import type { Page } from '@playwright/test';
import { expect, openLink } from './story.ts';

const NAV = '<nav><a href="/">Shop</a> <a href="/help.html">Help</a></nav>';
const html = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head>\n<body>\n${NAV}\n${body}\n</body></html>\n`;
const help = html('Help', '<h1>Help</h1>\n<p>Write to us.</p>');

/** A page with three elements to comment on. */
export const FIRST = {
  'index.html': html(
    'Checkout',
    `<main class="x1"><h1 class="t1">Your basket</h1>
<p class="n1">Two bags of beans.</p>
<button class="b1">Pay now</button>
<aside class="p1" style="margin-top:40px;padding:20px;background:#eee">Free delivery this week</aside></main>
<div style="height:2000px"></div>`,
  ),
  'help.html': help,
};
/** Every class is different, the button has moved, and the offer is gone. */
export const SECOND = {
  'index.html': html(
    'Checkout',
    `<main class="css-9a"><section class="css-7f"><div><h1 class="css-2c">Your basket</h1></div>
<div class="css-1d"><button class="css-8e">Pay now</button></div>
<p class="css-4b">Two bags of beans.</p></section></main>
<div style="height:2000px"></div>`,
  ),
  'help.html': help,
  'new.html': html('New', '<h1>New</h1>'),
};

/** Opens the link and waits until preview and viewer are connected. */
export async function openShop(page: Page, link: Parameters<typeof openLink>[1]): Promise<void> {
  await openLink(page, link);
  await page.getByRole('tab', { name: 'Details' }).click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByText('Checkout')).toBeVisible();
  await page.getByRole('tab', { name: 'Comments' }).click();
}
