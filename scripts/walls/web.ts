import { type ImportRule, isTest } from './imports.ts';

const SHELVES = ['lib', 'kit', 'features', 'pages', 'app'] as const;
type Shelf = (typeof SHELVES)[number];

const MAY_IMPORT: Record<Shelf, readonly Shelf[]> = {
  lib: ['lib'],
  kit: ['lib', 'kit'],
  features: ['lib', 'kit', 'features'],
  pages: ['lib', 'kit', 'features', 'pages'],
  app: SHELVES,
};

/** Features whose components a feature may use. Each other's `api.ts` and `copy.ts` are free. */
const COMPONENTS_OF: Record<string, readonly string[]> = {
  agentWork: ['pins'],
  comments: ['agentWork', 'issues', 'pins', 'preview'],
  snapshots: ['reviews', 'staging'],
  reviews: ['identity', 'preview'],
  staging: ['pins'],
  tryOut: ['staging'],
  versions: ['snapshots'],
  identity: ['billing'],
  editorExtension: ['identity'],
  findings: ['pins'],
  assistant: ['findings'],
};

const shelfOf = (file: string): Shelf | undefined =>
  SHELVES.find((shelf) => file.startsWith(`web/src/${shelf}/`));

export const webShelfRule: ImportRule = (file, { target }) => {
  const from = shelfOf(file);
  const to = shelfOf(target);
  if (!from || !to || isTest(file) || MAY_IMPORT[from].includes(to)) return null;
  return `${from} may not import ${to}`;
};

const COMPONENT_LIBRARY = /^(@base-ui\/|driver\.js$)/;

export const componentLibraryRule: ImportRule = (file, { target }) => {
  if (!/^(web|desktop)\//.test(file) || file.startsWith('web/src/kit/')) return null;
  return COMPONENT_LIBRARY.test(target) ? 'the component library is imported by the kit only' : null;
};

const nameIn = (shelf: Shelf, file: string): string | undefined =>
  new RegExp(`^web/src/${shelf}/(\\w+)/`).exec(file)?.[1];

/** Data and texts, which any feature may use. */
const isData = (file: string) => /\/(\w*[aA]pi|\w*[cC]opy)\.tsx?$/.test(file);

export const webFeatureRule: ImportRule = (file, { target, isType }) => {
  if (isTest(file) || isType) return null;
  const fromPage = nameIn('pages', file);
  const toPage = nameIn('pages', target);
  if (fromPage && toPage && fromPage !== toPage) return 'a page may not import another page';
  const from = nameIn('features', file);
  const to = nameIn('features', target);
  if (!from || !to || from === to || isData(target)) return null;
  if (isData(file)) return 'api.ts may not import components';
  return COMPONENTS_OF[from]?.includes(to) ? null : `${from} may not use components of ${to}`;
};
