import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { z } from 'zod';
import type { Config } from '../../platform/config.ts';
import type { App } from '../../platform/context.ts';
import { type Asset, chooseForm, createAsset } from '../../platform/serving/assets.ts';
import { type BuiltFile, readIfBuilt, uncompressed } from '../../platform/serving/builtFiles.ts';
import { acceptedEncodings } from '../../platform/serving/negotiate.ts';
import { sendAnswer } from '../../platform/serving/send.ts';
import { typeOf } from '../../platform/serving/types.ts';
import { assetHeaders } from './headers.ts';

const DIST = path.resolve(import.meta.dirname, '../../../../web/dist');
/** Where the build puts files with a content hash; all other files keep their names when they change. */
const HASHED_FOLDER = '/assets/';
/** Placeholder for the preview in the app's page. */
const STAGE = '<!--stage-->';
/** The documentation's pages, and its texts for programs: both name the address of this server. */
const DOCS = '/docs.json';
const DOCS_TEXT = /^\/(docs\/.+|llms.*)\.(md|txt|json)$/;
const APP_URL = '{APP_URL}';
/** Placeholder in the prices; empty without a key. */
const STRIPE_KEY = '{STRIPE_PUBLISHABLE_KEY}';
/** What a page without a server says about itself, replaced for each page. */
const HEAD = /<!--head-->[^]*<!--\/head-->/;

type Parts = Pick<App, 'config' | 'log' | 'db' | 'blobs'>;
type Files = Map<string, BuiltFile>;

/** A page of the documentation, complete except for its head. */
const DocsPage = z.object({ path: z.string(), title: z.string(), description: z.string(), html: z.string() });
export type DocsPage = z.infer<typeof DocsPage>;

/** Pages of the app that are complete before any script runs; a path has several, of which one is chosen. */
const PAGES = '/pages.json';
const RenderedPage = z.object({ path: z.string(), variant: z.string(), html: z.string() });

/** The built web app, in memory. */
export interface Web {
  /** Answers a request for one of the app's files; returns false for any other path. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Returns the app's page with this HTML in its head and in place of the preview; null if the app was not built. */
  page: (head: string, stage: string) => string | null;
  /** The pages of the documentation by their paths. */
  docs: ReadonlyMap<string, DocsPage>;
  /** Returns a page of the documentation with this HTML in its head. */
  docsPage: (page: DocsPage, head: string) => string;
  /** Returns a page that was rendered at build time with this HTML in its head; null if there is none. */
  renderedPage: (path: string, variant: string, head: string) => string | null;
}

function readBuild(log: Parts['log'], dir: string): Files {
  const files = readIfBuilt(dir);
  if (files.size === 0)
    log.warn('The web app is not built, so only the API answers. Run: npm run build -w web');
  return files;
}

/** Takes the documentation out of the files, with the server's own address in it. */
function takeDocs(files: Files, appUrl: string): Map<string, DocsPage> {
  for (const [name, { body }] of files) {
    if (name !== DOCS && !DOCS_TEXT.test(name)) continue;
    const text = body.toString();
    if (text.includes(APP_URL)) files.set(name, uncompressed(Buffer.from(text.replaceAll(APP_URL, appUrl))));
  }
  const pages = DocsPage.array().parse(JSON.parse(files.get(DOCS)?.body.toString() ?? '[]'));
  files.delete(DOCS);
  return new Map(pages.map((page) => [page.path, page]));
}

/** Takes the rendered pages out of the files, with the server's own settings in them. Their keys are path and variant. */
function takeRendered(
  files: Files,
  { appUrl, billing }: Pick<Config, 'appUrl' | 'billing'>,
): Map<string, string> {
  const settings = (html: string) =>
    html.replaceAll(APP_URL, appUrl).replaceAll(STRIPE_KEY, billing?.stripePublishableKey ?? '');
  const pages = RenderedPage.array().parse(JSON.parse(files.get(PAGES)?.body.toString() ?? '[]'));
  files.delete(PAGES);
  return new Map(pages.map(({ path: at, variant, html }) => [`${at} ${variant}`, settings(html)]));
}

export function createWeb(app: Parts, dir = DIST): Web {
  const files = readBuild(app.log, dir);
  const docs = takeDocs(files, app.config.appUrl);
  const rendered = takeRendered(files, app.config);
  const template = files.get('/index.html')?.body.toString() ?? null;
  if (template !== null && !(template.includes(STAGE) && HEAD.test(template))) {
    throw new Error('The built web app is out of date. Run: npm run build -w web');
  }
  files.delete('/index.html');

  const assets = new Map<string, Asset>();
  const headers = assetHeaders(app.config);
  for (const [name, file] of files) {
    const caching = name.startsWith(HASHED_FOLDER) ? 'public, max-age=31536000, immutable' : 'no-cache';
    assets.set(name, createAsset(file, typeOf(name), caching, headers));
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
    docs,
    docsPage: ({ html }, head) => html.replace(HEAD, () => head),
    renderedPage: (at, variant, head) =>
      rendered
        .get(`${at} ${variant}`)
        ?.replace(HEAD, () => head)
        .replace(STAGE, '') ?? null,
    page: (head, stage) => template?.replace(HEAD, () => head).replace(STAGE, () => stage) ?? null,
  };
}
