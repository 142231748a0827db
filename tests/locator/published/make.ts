// Makes the fixtures of published packages again: `node tests/locator/published/make.ts [name…]`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../support/chromium.ts';
import { type Judgement, judgementsOf } from './judgements.ts';
import { PACKAGES, type PublishedPackage } from './packages.ts';
import { fetchPackage, onPage } from './publishedPage.ts';
import type { Marks, Serialized } from './serialize.ts';

const FIXTURES = path.join(import.meta.dirname, '../fixtures');
const WORK = path.join(tmpdir(), 'stagelink-published');
const BYTES_MAX = 150_000;

type Side = 'before' | 'after';

function marksOf(judgements: Judgement[], side: Side): Marks {
  return Object.fromEntries(
    judgements.flatMap((judgement) => {
      const place = judgement[side];
      if (!place) return [];
      const difficulty = side === 'before' ? ` data-difficulty="${judgement.difficulty}"` : '';
      return [[Number(place.split(' ')[1]), ` data-pin="${judgement.key}"${difficulty}`]];
    }),
  );
}

/** An index that leads to another kind of element shows that the page is not the one that was judged. */
function check({ elements }: Serialized, judgements: Judgement[], side: Side, name: string): void {
  for (const judgement of judgements) {
    const place = judgement[side];
    if (!place) continue;
    const [tag, index] = place.split(' ');
    const found = elements[Number(index)]?.tag;
    if (found !== tag)
      throw new Error(`${name} ${side}: ${judgement.key} is at ${place}, but found ${found}`);
  }
}

async function makeSide(browser: Browser, one: PublishedPackage, side: Side): Promise<void> {
  const { version, page: file, root } = one[side];
  const folder = path.join(fetchPackage({ ...one, version }, WORK), root);
  const judgements = judgementsOf(one.name);
  const written = await onPage(browser, folder, file, (page) =>
    page.evaluate((marks) => window.serializing.serialize(marks), marksOf(judgements, side)),
  );
  check(written, judgements, side, one.name);
  const bytes = Buffer.byteLength(written.html);
  if (bytes > BYTES_MAX) throw new Error(`${one.name} ${side} has ${bytes} bytes`);
  const target = path.join(FIXTURES, one.half, one.name);
  mkdirSync(target, { recursive: true });
  writeFileSync(path.join(target, `${side}.html`), written.html);
  process.stdout.write(`${one.name} ${side}: ${written.elements.length} elements, ${bytes} bytes\n`);
}

const wanted = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
try {
  for (const one of PACKAGES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    await makeSide(browser, one, 'before');
    await makeSide(browser, one, 'after');
  }
} finally {
  await browser.close();
}
