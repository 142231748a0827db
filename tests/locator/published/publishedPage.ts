import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { bundle } from '../../support/bundle.ts';
import type * as serializing from './serialize.ts';

/** Fetches a package in an exact version and opens one of its pages as a browser would. */

declare global {
  interface Window {
    serializing: typeof serializing;
  }
}

const VIEWPORT = { width: 1280, height: 800 };
/** Calendars show the same days whenever a fixture is made. */
const TIME = '2026-11-27T12:00:00Z';
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.md': 'text/plain; charset=utf-8',
};

interface Version {
  package: string;
  version: string;
}

/** Returns the folder of a package, which is fetched unless the work folder has it. */
export function fetchPackage({ package: name, version }: Version, work: string): string {
  const place = path.join(work, `${name.replaceAll(/[@/]/g, '_')}@${version}`);
  const folder = path.join(place, 'package');
  if (existsSync(folder)) return folder;
  const partial = `${place}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(path.join(partial, 'package'), { recursive: true });
  const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], {
    cwd: partial,
    encoding: 'utf8',
  });
  // Old packages name the folder in the archive otherwise.
  const unpacking = ['--strip-components=1', '-C', 'package'];
  execFileSync('tar', ['xzf', packed.trim().split('\n').at(-1) ?? '', ...unpacking], { cwd: partial });
  renameSync(partial, place);
  return folder;
}

interface Served {
  url: string;
  close: () => void;
}

async function serve(folder: string): Promise<Served> {
  const listener = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = path.join(folder, path.normalize(decodeURIComponent(pathname)));
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`,
    close() {
      listener.close();
      listener.closeAllConnections();
    },
  };
}

/** Icon fonts and scripts of other hosts are missing, so each icon gets the size it would have with them. */
const ICONS = `
  :where(i:empty) { display: inline-block; min-width: 1em; min-height: 1em }
  :where(.material-icons) { display: inline-block; width: 1em; height: 1em; overflow: hidden; white-space: nowrap }
`;

let bundled: Promise<string> | undefined;

/** Opens a page of a folder with its scripts, without any other host, and runs the steps once the page rests. */
export async function onPage<T>(
  browser: Browser,
  folder: string,
  file: string,
  steps: (page: Page) => Promise<T>,
): Promise<T> {
  const { url, close } = await serve(folder);
  const page = await browser.newPage({ viewport: VIEWPORT, reducedMotion: 'reduce' });
  try {
    await page.clock.install({ time: TIME });
    await page.route(
      (address) => !address.href.startsWith(url),
      (route) => route.abort(),
    );
    await page.goto(new URL(file, url).href, { waitUntil: 'load' });
    await page.addStyleTag({ content: ICONS });
    bundled ??= bundle(path.join(import.meta.dirname, 'serialize.ts'), 'serializing');
    await page.evaluate(await bundled);
    await page.evaluate(() => window.serializing.rested());
    return await steps(page);
  } finally {
    await page.close();
    close();
  }
}
