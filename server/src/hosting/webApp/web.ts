import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { App } from '../../platform/context.ts';
import { type Asset, chooseForm, createAsset } from '../../platform/serving/assets.ts';
import { acceptedEncodings } from '../../platform/serving/negotiate.ts';
import { sendAnswer } from '../../platform/serving/send.ts';
import { typeOf } from '../../platform/serving/types.ts';
import { assetHeaders } from './headers.ts';

const DIST = path.resolve(import.meta.dirname, '../../../../web/dist');
/** Where the build puts files with a content hash; all other files keep their names when they change. */
const HASHED_FOLDER = '/assets/';
/** Placeholder for the preview in the app's page. */
const STAGE = '<!--stage-->';
/** What a page without a server says about itself, replaced for each page. */
const HEAD = /<!--head-->[^]*<!--\/head-->/;

type Parts = Pick<App, 'config' | 'log' | 'db' | 'blobs'>;

/** The built web app, in memory. */
export interface Web {
  /** Answers a request for one of the app's files; returns false for any other path. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Returns the app's page with this HTML in its head and in place of the preview; null if the app was not built. */
  page: (head: string, stage: string) => string | null;
}

async function readFiles(dir: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = `/${path.relative(dir, file).split(path.sep).join('/')}`;
    if (entry.isFile() && !name.startsWith('/.')) files.set(name, await readFile(file));
  }
  return files;
}

async function readBuild(log: Parts['log'], dir: string): Promise<Map<string, Buffer>> {
  try {
    return await readFiles(dir);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    log.warn('The web app is not built, so only the API answers. Run: npm run build -w web');
    return new Map();
  }
}

export async function createWeb(app: Parts, dir = DIST): Promise<Web> {
  const files = await readBuild(app.log, dir);
  const template = files.get('/index.html')?.toString() ?? null;
  if (template !== null && !(template.includes(STAGE) && HEAD.test(template))) {
    throw new Error('The built web app is out of date. Run: npm run build -w web');
  }
  files.delete('/index.html');

  const assets = new Map<string, Asset>();
  const headers = assetHeaders(app.config);
  for (const [name, body] of files) {
    const caching = name.startsWith(HASHED_FOLDER) ? 'public, max-age=31536000, immutable' : 'no-cache';
    assets.set(name, createAsset(body, typeOf(name), caching, headers));
  }

  return {
    answer(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const [name = ''] = (request.url ?? '/').split('?', 1);
      const asset = assets.get(name);
      if (!asset) return false;
      const accepted = acceptedEncodings(request.headers['accept-encoding'] as string | undefined);
      sendAnswer(
        app,
        request,
        response,
        chooseForm(asset, request.headers.range === undefined ? accepted : []),
      );
      return true;
    },
    page: (head, stage) => template?.replace(HEAD, () => head).replace(STAGE, () => stage) ?? null,
  };
}
