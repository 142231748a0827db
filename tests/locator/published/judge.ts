// Prepares what a person needs to judge a package: `node tests/locator/published/judge.ts folder name…`. Writes pictures
// of both pages, all elements as text, and elements chosen at random from those that a reviewer would comment on.
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../support/chromium.ts';
import { PACKAGES, type PublishedPackage } from './packages.ts';
import { fetchPackage, onPage } from './publishedPage.ts';
import type { SerializedElement } from './serialize.ts';

const WORK = path.join(tmpdir(), 'stagelink-published');
const PICKED = 45;
const PICTURE_HEIGHT = 1600;

const KINDS: readonly ((element: SerializedElement) => boolean)[] = [
  ({ tag }) => /^h[1-6]$/.test(tag),
  ({ tag, classes }) => tag === 'button' || /\bbtn\b|button/.test(classes),
  ({ tag }) => tag === 'a',
  ({ tag }) => /^(input|select|textarea|label)$/.test(tag),
  ({ tag }) => tag === 'li',
  ({ tag }) => /^(img|svg|canvas|video|iframe)$/.test(tag),
  ({ tag }) => /^(td|th|tr)$/.test(tag),
  ({ tag }) => /^(nav|header|footer|aside|form|table|ul)$/.test(tag),
  ({ tag, text }) => tag === 'p' && text !== '',
  ({ classes }) => /\b(card|panel|box|tile|widget|item|info-box)\b/.test(classes),
  ({ tag, text }) => /^(div|span|strong|em|small|dt|dd|code|figcaption|blockquote)$/.test(tag) && text !== '',
];

/** Random numbers that are the same each time, for a name. */
function seeded(name: string): () => number {
  let state = [...name].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Takes elements of all kinds in turn, so that a long table does not fill the choice. */
function pick(elements: SerializedElement[], name: string): SerializedElement[] {
  const random = seeded(name);
  const piles = KINDS.map((isOfKind, at) =>
    elements.filter(
      (element) => element.isVisible && KINDS.findIndex((kind) => kind(element)) === at && isOfKind(element),
    ),
  );
  const picked: SerializedElement[] = [];
  while (picked.length < PICKED && piles.some((pile) => pile.length > 0)) {
    for (const pile of piles) {
      const [one] = pile.splice(Math.floor(random() * pile.length), 1);
      if (one && picked.length < PICKED) picked.push(one);
    }
  }
  return picked.toSorted((a, b) => a.index - b.index);
}

const lineOf = ({ index, tag, depth, classes, name, text, box, isVisible }: SerializedElement): string =>
  `${' '.repeat(depth)}${tag} ${index}${isVisible ? '' : ' (hidden)'} .${classes.replaceAll(' ', '.')} ${name && `[${name}] `}“${text}” ${box.join(',')}`;

async function prepareSide(
  browser: Browser,
  one: PublishedPackage,
  side: 'before' | 'after',
  target: string,
) {
  const { version, page: file, root } = one[side];
  const folder = path.join(fetchPackage({ ...one, version }, WORK), root);
  await onPage(browser, folder, file, async (page) => {
    const { html, elements } = await page.evaluate(() => window.serializing.serialize({}));
    const picked = side === 'before' ? pick(elements, one.name) : [];
    writeFileSync(path.join(target, `${side}.html`), html);
    writeFileSync(path.join(target, `${side}.txt`), elements.map(lineOf).join('\n'));
    if (side === 'before')
      writeFileSync(
        path.join(target, 'picked.txt'),
        picked
          .map(lineOf)
          .map((line) => line.trim())
          .join('\n'),
      );
    await page.evaluate(
      (frames) => window.serializing.drawFrames(frames),
      picked.map(({ index, box }) => ({ label: String(index), box })),
    );
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let top = 0, part = 1; top < height && part <= 5; top += PICTURE_HEIGHT, part += 1)
      await page.screenshot({
        path: path.join(target, `${side}-${part}.png`),
        fullPage: true,
        clip: { x: 0, y: top, width: 1280, height: Math.min(PICTURE_HEIGHT, height - top) },
      });
    process.stdout.write(
      `${one.name} ${side}: ${elements.length} elements, ${Buffer.byteLength(html)} bytes\n`,
    );
  });
}

const [output = '.', ...wanted] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
try {
  for (const one of PACKAGES.filter(({ name }) => wanted.includes(name))) {
    const target = path.join(output, one.name);
    mkdirSync(target, { recursive: true });
    await prepareSide(browser, one, 'before', target);
    await prepareSide(browser, one, 'after', target);
  }
} finally {
  await browser.close();
}
