// Draws the picture that chat apps and mail programs show beside a link (`web/public/card.png`).
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../tests/support/chromium.ts';

const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.goto(pathToFileURL(path.join(import.meta.dirname, 'card.html')).href);
await page.evaluate(() => document.fonts.ready);
await page.screenshot({ path: path.join(import.meta.dirname, '../../web/public/card.png') });
await browser.close();
