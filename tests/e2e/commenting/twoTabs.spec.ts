import type { Page } from '@playwright/test';
import { stageHtml } from '../../support/stagedPage.ts';
import { commentOn, commentsPanel } from '../../support/pages/comments.ts';
import { expect, openLink, previewOf, test } from '../../support/story.ts';
import { LONG } from '../../support/longForm.ts';

/** Two tabs of the owner that find one pin differently. */

const PHONE = { width: 390, height: 844 };

/** Wide windows have an offer: hidden by a style sheet in narrow ones, or never drawn there by its script. */
const offer = { hidden: 'id="offer"', missing: 'id="offer" data-draws' } as const;
const page = (kind: keyof typeof offer, version: number) =>
  `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Shop</title><style>
  body{margin:24px;font:16px/1.5 sans-serif}@media(max-width:600px){#offer{display:none}}</style></head>
  <body><h1>Shop ${version}</h1><p>Two bags of beans.</p><aside ${offer[kind]}>Free delivery this week</aside><footer>Made in Lisbon</footer>
  <script>const offer = document.querySelector('[data-draws]');
  if (offer && innerWidth < 600) offer.remove();</script></body></html>`;

const isReport = (url: string, version: number) => url.endsWith(`/versions/${version}/pins`);

/** Counts the reports of pins that a tab sends. */
function countReports(tab: Page) {
  const sent: string[] = [];
  tab.on('request', (request) => {
    if (request.method() === 'POST' && /\/versions\/\d+\/pins$/.test(request.url())) sent.push(request.url());
  });
  return (version: number) => sent.filter((url) => isReport(url, version)).length;
}

for (const kind of ['hidden', 'missing'] as const)
  test(
    `two tabs that find a pin differently leave the best result, and come to rest: ${kind}`,
    kind === 'missing' ? {} : LONG,
    async ({ owner, visitor, signedIn, enterAs }, { outputDir }) => {
      const staged = await stageHtml(owner, outputDir, page(kind, 1), '--no-password');
      await openLink(visitor, staged);
      await commentOn(visitor, '#offer', 'Until when?');
      await commentOn(visitor, 'h1', 'Which shop?');

      const narrow = await signedIn(owner.account);
      await narrow.setViewportSize(PHONE);
      const wide = await enterAs(owner.account);
      const [ofNarrow, ofWide] = [countReports(narrow), countReports(wide)];
      const resultsOn = async (version: number) => {
        const reply = await wide.request.get(`/api/snapshots/${staged.snapshotId}/versions/${version}/pins`);
        const { pins } = (await reply.json()) as { pins: { status: string }[] };
        return pins.map(({ status }) => status);
      };

      await openLink(narrow, staged);
      await openLink(wide, staged);
      for (const version of [2, 3]) {
        await stageHtml(owner, outputDir, page(kind, version));
        for (const tab of [narrow, wide])
          await expect(previewOf(tab).locator('h1')).toHaveText(`Shop ${version}`);
        await expect.poll(() => resultsOn(version)).toEqual(['found', 'found']);
      }

      // The tab that does not find it is the last one that reports.
      const again = narrow.waitForResponse(
        (reply) => isReport(reply.url(), 3) && reply.request().method() === 'POST',
      );
      await narrow.reload();
      await again;
      expect(await resultsOn(3)).toEqual(['found', 'found']);
      // Neither makes the other report again: at most what was found at first, and what the page tree found then.
      for (const reports of [ofNarrow(2), ofWide(2), ofWide(3)]) expect(reports).toBeLessThanOrEqual(2);
      await expect(commentsPanel(wide).getByText('Not found on this page')).toHaveCount(0);
    },
  );

test('a tab that stays on an older version keeps the result of that version', async ({
  owner,
  visitor,
  enterAs,
  signedIn,
}, { outputDir }) => {
  const staged = await stageHtml(owner, outputDir, page('hidden', 1), '--no-password');
  await openLink(visitor, staged);
  await commentOn(visitor, '#offer', 'Until when?');
  await stageHtml(owner, outputDir, page('hidden', 2));
  await stageHtml(owner, outputDir, page('hidden', 3).replace(/<aside.*<\/aside>/, ''));

  const older = await signedIn(owner.account);
  const newest = await enterAs(owner.account);
  const [ofOlder, ofNewest] = [countReports(older), countReports(newest)];
  const resultOn = async (version: number) => {
    const reply = await newest.request.get(`/api/snapshots/${staged.snapshotId}/versions/${version}/pins`);
    const { pins } = (await reply.json()) as { pins: { status: string; isRemoved?: boolean }[] };
    return pins[0]?.status;
  };
  await openLink(older, { ...staged, url: `${staged.url}?stagelink-version=2` });
  await openLink(newest, staged);
  await expect.poll(() => resultOn(2)).toBe('found');
  await expect.poll(() => resultOn(3)).toBe('lost');
  await expect(commentsPanel(older).getByText(/Not found on this page|Removed in version/)).toHaveCount(0);
  await expect(commentsPanel(newest).getByText(/Not found on this page|Removed in version/)).toBeVisible();
  expect([ofOlder(3), ofNewest(2)]).toEqual([0, 0]);
});
