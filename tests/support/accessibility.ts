import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Rules whose result depends on the colors of a theme; all others are the same in both. */
const THEME_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Runs axe on the page, but not in its frames: the only one is the prototype. The source of axe is large and is evaluated
 * once per document; only violations are described, because describing what passes takes most of the time.
 */
export async function axeViolations(page: Page, rules?: string[]) {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  // Legacy mode checks the page in place. Otherwise axe opens another window for each check, to merge the results of
  // cross-origin frames.
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: 'void 0' }) }).setLegacyMode();
  // The guards around a popup hand the focus on at once, which axe cannot know.
  axe.exclude('iframe').exclude('[data-base-ui-focus-guard]');
  axe.options({ iframes: false, resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations;
}

const violationsIn = async (page: Page, rules?: string[]): Promise<unknown[]> =>
  (await axeViolations(page, rules)).map(({ id, nodes }) => [id, ...nodes.map(({ target }) => target)]);

/**
 * Shows final colors from now on: in the middle of an animation an element has the colors of neither state. A style sheet
 * also ends what starts while axe reads the page, which may take seconds.
 */
const endMotion = (page: Page) =>
  page.evaluate(() => {
    const global = window as { motionless?: CSSStyleSheet };
    if (!global.motionless) {
      global.motionless = new CSSStyleSheet();
      global.motionless.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important }');
      document.adoptedStyleSheets.push(global.motionless);
    }
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  });

async function switchTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (theme) => document.documentElement.dataset['colorScheme'] === theme,
    colorScheme,
  );
  await endMotion(page);
}

/** Returns what axe finds wrong with the page as it is, outside the preview, in the light and in the dark theme. */
export async function accessibilityViolations(page: Page): Promise<unknown[]> {
  await endMotion(page);
  const inLight = await violationsIn(page);
  await switchTheme(page, 'dark');
  const inDark = await violationsIn(page, THEME_RULES);
  await switchTheme(page, 'light');
  return [...inLight, ...inDark.map((violation) => ['dark', violation])];
}
