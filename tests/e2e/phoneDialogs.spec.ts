import type { Locator, Page } from '@playwright/test';
import { marksIn } from '../support/drawnMarks.ts';
import { confirmAddress } from '../support/mail.ts';
import { commentReply, commentsPanel, composer, pageCommentField } from '../support/pages/comments.ts';
import { clickIn } from '../support/pages/viewer.ts';
import { middleOf } from '../support/pages/boxes.ts';
import { expect, openLink, previewOf, test } from '../support/story.ts';

const PHONE = { width: 390, height: 844 };
const LONG = 'NameWithoutASpaceAnywhere'.repeat(3);
const EMAIL = `${'long.address.'.repeat(4)}reviewer@${'a-very-long-domain.'.repeat(3)}example`;
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

// Fields have larger text on touch screens.
test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

/**
 * Returns the parts of a box that extend beyond the window or the box, or contain a line wider than
 * themselves.
 */
function outside(box: Locator): Promise<string[]> {
  return box.evaluate((element) => {
    const room = element.getBoundingClientRect();
    const left = Math.max(0, room.left) - 0.5;
    const right = Math.min(innerWidth, room.right) + 0.5;
    const isWider = (each: Element) =>
      (each === element || each.matches('p, h2')) &&
      getComputedStyle(each).overflowX !== 'hidden' &&
      each.scrollWidth > each.clientWidth + 1;
    return [element, ...element.querySelectorAll('*')].flatMap((each) => {
      const { left: from, right: to, width } = each.getBoundingClientRect();
      const isOutside = from < left || to > right || isWider(each);
      return width > 1 && isOutside ? [`${each.outerHTML.slice(0, 90)}: ${from} to ${to}`] : [];
    });
  });
}

async function expectFits(box: Locator): Promise<void> {
  await expect(box).toBeVisible();
  expect(await outside(box)).toEqual([]);
}

/** Checks a dialog after it has loaded completely. */
async function expectDialogFits(page: Page, title: string, last: Locator): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await expect(last).toBeVisible();
  await expectFits(dialog);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function commentOn(page: Page, selector: string, text: string, sent: number): Promise<void> {
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByText('Tap an element to comment on it')).toBeVisible();
  await clickIn(page, selector);
  await composer(page).getByRole('textbox', { name: 'Comment' }).fill(text);
  await expectFits(composer(page));
  const stored = commentReply(page);
  await composer(page).getByRole('button', { name: 'Comment' }).click();
  expect((await stored).status()).toBe(201);
  await expect(
    page.getByRole('button', { name: new RegExp(`^Show ${sent} unresolved threads?$`) }),
  ).toBeVisible();
}

test('every dialog of the viewer fits a phone, however long the names, links and addresses are', async ({
  owner,
  enterAs,
  mailbox,
  prototype,
}) => {
  test.slow(); // checks a dozen dialogs and forms
  const staged = await owner.stage(await prototype('multi-page'), '--name', LONG, '--no-password');
  const page = await enterAs(owner.account);
  await confirmAddress(page, mailbox, owner.account);
  await openLink(page, staged);
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Share' }).click();
  await expectDialogFits(page, 'Share this snapshot', dialog.getByRole('img'));
  await page.keyboard.press('?');
  await expectDialogFits(page, 'Keyboard shortcuts', dialog.getByText('Esc'));

  await commentOn(page, 'h1', LONG, 1);
  await commentOn(page, 'h1', LONG, 2);
  // Both pins come from the server then; one that was just sent may still have the id of its draft.
  await page.reload();
  await expect.poll(async () => Object.keys(await marksIn(page))).toEqual(['2+']);
  const { x, y } = await middleOf(previewOf(page).locator('h1'));
  await page.mouse.click(x, y);
  await expectDialogFits(page, 'Several pins here', dialog.getByText(LONG).last());

  await page.getByRole('button', { name: /^Show 2/ }).click();
  const panel = commentsPanel(page);
  await pageCommentField(panel).fill(LONG);
  await panel
    .locator('input[type=file]')
    .setInputFiles([{ name: `${LONG}.png`, mimeType: 'image/png', buffer: DOT }]);
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
  await panel.getByRole('button', { name: `Enlarge ${LONG}.png` }).click();
  await expectDialogFits(page, `${LONG}.png`, dialog.getByRole('img'));
  await panel
    .getByRole('button', { name: /^Actions for the comment by/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expectDialogFits(page, 'Delete this thread?', dialog.getByRole('button', { name: 'Delete' }));

  await page.getByRole('tab', { name: 'Reviews' }).click();
  const reviews = page.getByRole('tabpanel', { name: 'Reviews' });
  await reviews.getByRole('button', { name: 'Request review' }).click();
  await reviews.getByRole('textbox', { name: 'Name' }).fill(LONG);
  await reviews.getByRole('textbox', { name: 'Email' }).fill(EMAIL);
  await page.keyboard.press('Enter');
  await expectFits(reviews);
  await reviews.getByRole('button', { name: 'Send request' }).click();
  await expect(reviews).toContainText('Review Requested');
  await expectFits(reviews);
  for (const [act, title] of [
    [`Remove ${LONG}`, `Remove ${LONG}?`],
    ['Cancel review', 'Cancel this review?'],
  ] as const) {
    await reviews.getByRole('button', { name: act }).click();
    await expectDialogFits(page, title, dialog.getByRole('button', { name: 'Keep review' }));
  }
  await page.keyboard.press('Escape');

  // Opened where frames have space; it stays open when the window becomes small.
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.getByRole('button', { name: 'Size of the preview' }).click();
  await page.getByRole('menuitem', { name: 'Custom size' }).click();
  await page.setViewportSize(PHONE);
  await expectDialogFits(page, 'Size of the preview', dialog.getByRole('button', { name: 'Apply' }));
});

test('the dashboard and its dialogs fit a phone, however long the names and addresses are', async ({
  owner,
  enterAs,
  mailbox,
  prototype,
}) => {
  await owner.stage(await prototype('multi-page'), '--name', LONG);
  const page = await enterAs(owner.account);
  await confirmAddress(page, mailbox, owner.account);
  await page.goto('/dashboard');
  const dialog = page.getByRole('dialog');
  const openFromMenu = async (item: string) => {
    await page.getByRole('button', { name: `More actions for ${LONG}` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await expect(page.getByRole('button', { name: 'New snapshot' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

  for (const item of ['Edit details', 'Move to project', 'Delete']) {
    await openFromMenu(item);
    await expectFits(dialog);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  }
  await openFromMenu('Request review');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(LONG);
  await dialog.getByRole('textbox', { name: 'Email' }).fill(EMAIL);
  await page.keyboard.press('Enter');
  await expectFits(dialog);
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog).toHaveCount(0);
  await openFromMenu('Change password');
  await expect(dialog.getByText(/can open this snapshot through a personal link/)).toBeVisible();
  await expectFits(dialog);
});
