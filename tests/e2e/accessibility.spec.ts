import type { Page } from '@playwright/test';
import { authorizeAddress } from '@stagelink/shared/contracts/oauth';
import { accessibilityViolations } from '../support/accessibility.ts';
import { pastExpiry } from '../support/database.ts';
import { authenticate, expect, openLink, signIn, test } from '../support/story.ts';
import { LONG } from '../support/longForm.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

for (const viewport of [WIDE, PHONE]) {
  test.describe(
    `accessible in both themes, ${viewport.width} pixels wide`,
    viewport === WIDE ? {} : LONG,
    () => {
      // During a fade, colors are not final.
      test.use({ colorScheme: 'light', viewport, reducedMotion: 'reduce' });

      test('before signing in', async ({ page }) => {
        await page.goto('/');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);

        await page.goto('/login');
        await page.getByRole('button', { name: 'Log in' }).click();
        await expect(page.getByRole('alert')).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);

        await page.goto('/login?mode=signup');
        await expect(page.getByRole('button', { name: 'Sign up' })).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);

        await page.goto('/login?mode=forgot');
        await page.getByRole('button', { name: 'Send link' }).click();
        await expect(page.getByText('Please enter a valid email address')).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
      });

      test('what a program that wants to sign in is asked with', async ({ page, server, owner }) => {
        await page.goto('/authorize?client=editor');
        await expect(page.getByRole('heading', { name: 'This request is incomplete' })).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);

        await authenticate(page, server, owner.account.email);
        await page.goto(
          authorizeAddress('', {
            client: 'companion',
            redirectUri: 'stagelink://signed-in',
            codeChallenge: 'c'.repeat(43),
            state: 's'.repeat(16),
            device: 'a laptop',
          }),
        );
        await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
        await page.getByRole('button', { name: 'Allow' }).click();
        await expect(page.getByText('You can close this tab')).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
      });

      test('where mailed links lead', async ({ page }) => {
        await page.goto('/reset-password?token=old');
        await page.getByLabel('New password').fill('long enough');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('alert')).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);

        await page.goto('/verify-email?token=old');
        await expect(page.getByRole('button', { name: 'Confirm' })).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
      });

      test('in the settings', async ({ page, server, owner }) => {
        await authenticate(page, server, owner.account.email);
        await page.goto('/settings');
        await expect(page.getByText('This browser', { exact: true })).toBeVisible();
        await expect(page.getByText('You do not follow any comments')).toBeVisible();
        await expect(page.getByRole('radio', { name: 'Immediately' })).toBeEnabled();
        expect(await accessibilityViolations(page)).toEqual([]);

        await page.getByRole('button', { name: 'Change password' }).click();
        await page.keyboard.press('Enter');
        await expect(page.getByText('Enter your current password')).toBeVisible();
        await page.getByRole('button', { name: 'Change email address' }).click();
        expect(await accessibilityViolations(page)).toEqual([]);

        await page.getByRole('button', { name: 'Delete Account' }).click();
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByText('This cannot be undone.')).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
        await dialog.getByRole('button', { name: 'Continue' }).click();
        await expect(dialog.getByRole('textbox', { name: /DELETE/ })).toBeFocused();
        expect(await accessibilityViolations(page)).toEqual([]);
      });

      test('on the dashboard, before and after the first snapshot', async ({
        page,
        server,
        owner,
        prototype,
      }) => {
        await signIn(page, server, owner.account.email);
        await expect(page.getByText('No snapshots found')).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);

        const list = page.getByRole('region', { name: 'Snapshots' });
        await list.getByTestId('folder').setInputFiles(await prototype('multi-page'));
        await expect(page.getByRole('heading', { name: 'multi-page is staged' })).toBeVisible();
        await expect(page.getByRole('link', { name: 'multi-page', exact: true })).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);

        await page.getByRole('button', { name: /^Account of/ }).click();
        await expect(page.getByText(owner.account.email)).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
      });

      test('around the list, and in what opens from there', async ({ page, server, owner, prototype }) => {
        test.slow(); // checks nine states of the page
        await owner.stage(await prototype('multi-page'), '--name', 'Checkout', '--expires', '2');
        await signIn(page, server, owner.account.email);
        await page.getByRole('button', { name: /^Overview/ }).click();
        await expect(page.getByRole('region', { name: 'Expiring Soon' }).getByRole('listitem')).toHaveCount(
          1,
        );
        expect(await accessibilityViolations(page)).toEqual([]);

        await page.getByRole('button', { name: /^Notifications/ }).click();
        await expect(page.getByText('No notifications yet')).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
        await page.keyboard.press('Escape');

        await page.keyboard.press('ControlOrMeta+k');
        await page.keyboard.type('checkout');
        await expect(page.getByRole('option', { name: /^Checkout/ })).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
        await page.keyboard.press('Escape');

        await page.keyboard.press('?');
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
        await page.keyboard.press('Escape');

        const card = page.getByRole('button', { name: 'Editor extension' });
        if ((await card.getAttribute('aria-expanded')) === 'false') await card.click();
        for (const [button, title] of [
          ['Instructions', 'Installation Instructions'],
          ['How to install', 'Install the browser extension'],
          ['AI Assistant', 'AI Assistant Instructions'],
        ] as const) {
          await page.getByRole('button', { name: button, exact: true }).click();
          await expect(page.getByRole('dialog', { name: title })).toBeVisible();
          expect(await accessibilityViolations(page)).toEqual([]);
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog')).toHaveCount(0);
        }

        await page.getByRole('button', { name: 'Tokens', exact: true }).click();
        const dialog = page.getByRole('dialog', { name: 'Personal Access Tokens' });
        await dialog.getByRole('button', { name: 'Delete Story' }).click();
        await dialog.getByRole('button', { name: 'Generate token' }).click();
        await expect(dialog.getByText('Enter a description')).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
        await dialog.getByRole('textbox', { name: 'Description' }).fill('Laptop');
        await dialog.getByRole('button', { name: 'Generate token' }).click();
        await expect(dialog.getByText(/^stl_pat_/)).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
      });

      test('in the list and what opens from it', async ({ page, owner, prototype, server }) => {
        const folder = await prototype('multi-page');
        const old = await owner.stage(folder, '--name', 'Old');
        await pastExpiry(server, old.snapshotId);
        await owner.stage(folder, '--new', '--name', 'Checkout', '--expires', '2');
        await signIn(page, server, owner.account.email);
        await page.getByRole('checkbox', { name: 'Show expired' }).check();
        await expect(page.getByRole('link', { name: 'Old' })).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);

        const more = page.getByRole('button', { name: 'More actions for Checkout' });
        await more.click();
        await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);

        await page.getByRole('menuitem', { name: 'Rename' }).click();
        await expect(page.getByRole('textbox', { name: 'New name' })).toBeFocused();
        expect(await accessibilityViolations(page)).toEqual([]);
        await page.keyboard.press('Escape');

        await more.click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
        expect(await accessibilityViolations(page)).toEqual([]);
      });

      test('in the sidebar, the filters, and every dialog of the list', async ({
        page,
        server,
        owner,
        prototype,
      }) => {
        test.slow(); // checks more than a dozen dialogs
        const folder = await prototype('multi-page');
        await owner.stage(folder, '--name', 'Checkout', '--expires', '2');
        await owner.stage(folder, '--new', '--name', 'Basket', '--expires', '20');
        await signIn(page, server, owner.account.email);
        const fine = async () => expect(await accessibilityViolations(page)).toEqual([]);

        if (viewport.width < 1024) await page.getByRole('button', { name: 'Show sidebar' }).click();
        for (const name of ['Shop', 'Docs']) {
          await page.getByRole('button', { name: 'New project' }).click();
          await page.getByRole('form').getByRole('textbox', { name: 'Name' }).fill(name);
          await fine();
          await page.keyboard.press('Enter');
          await expect(page.getByRole('link', { name: new RegExp(`^${name} \\d`) })).toBeVisible();
        }
        await page.getByRole('link', { name: /^Docs \d/ }).hover();
        await page.getByRole('button', { name: 'More actions for Docs' }).click();
        await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeVisible();
        await fine();
        await page.getByRole('menuitem', { name: 'Archive' }).click();
        await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
        await page.getByRole('button', { name: 'Archived' }).click();
        await fine();
        if (viewport.width < 1024) await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);

        await page.getByRole('button', { name: 'Filter', exact: true }).click();
        await expect(page.getByLabel('Created until')).toBeVisible();
        await fine();
        await page.getByLabel('Created until').fill('2099-01-01');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('list', { name: 'Filters' })).toBeVisible();
        await page.getByRole('button', { name: /^Sort/ }).click();
        await expect(page.getByRole('menuitemradio', { name: 'Comments' })).toBeVisible();
        await fine();
        await page.keyboard.press('Escape');

        for (const item of [
          'Edit details',
          'Change password',
          'Move to project',
          'Request review',
          'Delete',
        ]) {
          await page.getByRole('button', { name: 'More actions for Checkout' }).click();
          await page.getByRole('menuitem', { name: item, exact: true }).click();
          await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeVisible();
          await fine();
          await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
          await expect(page.getByRole('dialog')).toHaveCount(0);
        }

        await page.getByRole('checkbox', { name: 'Select Checkout' }).click();
        const bar = page.getByRole('region', { name: 'Selected snapshots' });
        for (const act of ['Move', 'Tags', 'Rename', 'Delete']) {
          await bar.getByRole('button', { name: act }).click();
          await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeVisible();
          await fine();
          await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
          await expect(page.getByRole('dialog')).toHaveCount(0);
        }
        await fine();
      });

      test('in the viewer', async ({ page, owner, prototype }) => {
        const folder = await prototype('multi-page');
        const open = await owner.stage(folder, '--no-password');
        await openLink(page, open);
        await expect(page.getByRole('banner').getByRole('button', { name: 'Share' })).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
        if (viewport.width < 768) {
          await page.getByRole('button', { name: 'Show pages and files' }).click();
          await expect(page.getByRole('complementary', { name: 'Pages' })).toBeFocused();
          expect(await accessibilityViolations(page)).toEqual([]);
          await page.keyboard.press('Escape');
          await expect(page.getByRole('complementary')).toHaveCount(0);
        }

        const gated = await owner.stage(folder, '--new', '--password', 'sesame');
        await openLink(page, { ...gated, password: 'wrong' });
        await expect(page.getByRole('alert')).toHaveText('Invalid password');
        expect(await accessibilityViolations(page)).toEqual([]);

        await page.goto('/s/nothinghere00');
        await expect(page.getByRole('heading', { name: 'Snapshot Not Found' })).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
      });

      test('in the viewer’s panels, and in what opens above the preview', async ({
        page,
        owner,
        prototype,
        server,
      }) => {
        test.slow(); // checks eight states of the page
        const folder = await prototype('multi-page');
        const { url, snapshotId } = await owner.stage(folder, '--no-password');
        await owner.stage(folder);
        const posted = await fetch(`${server.url}/api/snapshots/${snapshotId}/comments`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${owner.account.token}` },
          body: JSON.stringify({ text: 'The **headline**, please:\n\n- shorter\n- `h1` only' }),
        });
        expect(posted.status).toBe(201);
        await authenticate(page, server, owner.account.email);
        await page.goto(url);
        const fine = async () => expect(await accessibilityViolations(page)).toEqual([]);

        const isPhone = viewport.width < 768;
        await page.getByRole('button', { name: isPhone ? 'Show panel' : 'Show 1 unresolved thread' }).click();
        await expect(page.getByText('shorter')).toBeVisible();
        await fine();
        await page.getByRole('button', { name: 'Reply' }).click();
        await fine();
        for (const name of ['Reviews', 'Details']) {
          await page.getByRole('tab', { name }).click();
          await expect(page.getByRole('tab', { name, selected: true })).toBeVisible();
          await fine();
        }
        if (isPhone) await page.keyboard.press('Escape');

        await page.getByRole('button', { name: /see all versions/ }).click();
        await expect(page.getByRole('button', { name: 'Compare with version 1' })).toBeVisible();
        await fine();
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Share' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await fine();
        await page.keyboard.press('Escape');
        await page.keyboard.press('?');
        await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
        await fine();
      });
    },
  );
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  /** Safari zooms in on fields with smaller letters. */
  const SMALLEST_PX = 16;
  const smallFields = (page: Page) =>
    page.locator('input:not([type=checkbox], [type=radio], [type=file]), select, textarea').evaluateAll(
      (fields, smallest) =>
        fields.flatMap((field) => {
          const size = Number.parseFloat(getComputedStyle(field).fontSize);
          return size < smallest ? [`${field.outerHTML.slice(0, 100)} ${size}`] : [];
        }),
      SMALLEST_PX,
    );

  test('no field has letters so small that the browser zooms in', async ({
    page,
    server,
    owner,
    prototype,
  }) => {
    const { url } = await owner.stage(await prototype('multi-page'));
    await page.goto(url);
    await expect(page.getByRole('heading', { name: 'Password Protected' })).toBeVisible();
    expect(await smallFields(page)).toEqual([]);

    await page.goto('/login');
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
    expect(await smallFields(page)).toEqual([]);

    await signIn(page, server, owner.account.email);
    await page.getByRole('button', { name: 'Filter', exact: true }).tap();
    await expect(page.getByRole('combobox', { name: 'Tags' })).toBeVisible();
    expect(await smallFields(page)).toEqual([]);
  });
});
