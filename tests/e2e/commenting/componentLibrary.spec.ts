import path from 'node:path';
import { expect, test } from '@playwright/test';
import { bundle } from '../../support/bundle.ts';
import { openPart, pinInside, reopenPage, showClosed, withAgent } from '../../support/closedParts.ts';
import { statusOf } from '../../support/pinSteps.ts';
import { preview } from '../../support/previewStage.ts';

const MAIN = path.resolve(import.meta.dirname, '../../prototypes/component-library/main.jsx');
const KINDS = ['menu', 'popover', 'hover-card', 'tab', 'accordion', 'modal', 'drawer', 'combobox'];

/** The library has no looks of its own. */
const STYLES = `
.popup { padding: 12px; background: #fff; border: 1px solid #888; }
.backdrop { position: fixed; inset: 0; background: #0006; }
.modal { position: fixed; inset: 120px 300px auto; }
.drawer { position: fixed; inset: 0 0 0 auto; width: 320px; transition: transform 200ms; }
.drawer[data-starting-style], .drawer[data-ending-style] { transform: translateX(100%); }`;

let html: string;

test.beforeAll(async () => {
  const script = (await bundle(MAIN, 'components')).replaceAll('</script', '<\\/script');
  html =
    withAgent(`<!doctype html><html><head><title>Components</title><style>${STYLES}</style></head><body><div id="root"></div>
    <script>var process = { env: { NODE_ENV: 'production' } };</script><script>${script}</script></body></html>`);
});

for (const kind of KINDS) {
  test(`${kind} of a component library: its pin opens it after a reload`, async ({ page }) => {
    await openPart(page, html, { width: 1000, height: 700 });
    const control = preview(page).locator(`[data-opens=${kind}]`);
    if (kind === 'hover-card') await control.hover();
    else await control.click();
    const part = preview(page).locator(`[data-in=${kind}]`);
    await expect(part).toBeVisible();
    // It slides into the page.
    await part.evaluate(({ ownerDocument }) =>
      Promise.allSettled(ownerDocument.getAnimations().map(({ finished }) => finished)),
    );
    const pin = await pinInside(page, `[data-in=${kind}]`, 1);
    await page.mouse.move(1, 1);
    await reopenPage(page, [pin]);
    expect(await showClosed(page, pin)).toBe(true);
    await expect(part).toBeVisible();
    await expect.poll(() => statusOf(page, pin)).toEqual(['found']);
  });
}
