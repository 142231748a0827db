import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { FALLBACK_PAGES } from '../../domain/startPage.ts';
import type { Emit } from '../core/events.ts';
import { textOf, withoutComments } from './configText.ts';
import { filesBelow } from './folderFiles.ts';
import { readPackageJson, usesPackage } from './packageJson.ts';

/** Returns the routes that need a server, `/` first, given the project's folder and its output. */
type FindRoutes = (folder: string, output: string) => string[];

const NOT_PRERENDERED = /\bexport\s+const\s+prerender\s*=\s*false\b/;

/** Returns files below a folder of the project whose code says that a page is not made by the build. */
function filesNotPrerendered(folder: string, names: RegExp): string[] {
  return filesBelow(folder)
    .filter((name) => names.test(name))
    .filter((name) => NOT_PRERENDERED.test(withoutComments(readFileSync(path.join(folder, name), 'utf8'))));
}

const ofAstro: FindRoutes = (folder) =>
  filesNotPrerendered(path.join(folder, 'src', 'pages'), /\.(astro|[cm]?[jt]s)$/).map(
    (name) => `/${name.replace(/\.\w+$/, '').replace(/(^|\/)index$/, '')}`,
  );

/** A fallback page shows those that need no data of a server. */
const ofSvelteKit: FindRoutes = (folder, output) => {
  const hasFallback = FALLBACK_PAGES.some((name) => existsSync(path.join(output, name)));
  const names = hasFallback ? /(^|\/)\+page\.server\.[jt]s$/ : /(^|\/)\+page(\.server)?\.[jt]s$/;
  return filesNotPrerendered(path.join(folder, 'src', 'routes'), names).map((name) => {
    const parts = path.posix.dirname(name).split('/');
    return `/${parts.filter((part) => part !== '.' && !/^\(.*\)$/.test(part)).join('/')}`;
  });
};

const Route = z.object({
  id: z.string(),
  parentId: z.string().optional(),
  path: z.string().optional(),
  index: z.boolean().optional(),
});
const RouteManifest = z.object({ routes: z.record(z.string(), Route) });

/** Returns the routes of a React Router build as its pages know them. */
function routesOf(output: string): z.infer<typeof RouteManifest>['routes'] {
  const assets = path.join(output, 'assets');
  const [json = ''] = /\{[^]*\}/.exec(textOf(assets, /^manifest-\w+\.js$/)) ?? [];
  try {
    return RouteManifest.parse(JSON.parse(json)).routes;
  } catch {
    return {};
  }
}

const ofReactRouter: FindRoutes = (folder, output) => {
  if (/\bssr\s*:\s*false\b/.test(textOf(folder, /^react-router\.config\.[cm]?[jt]s$/))) return [];
  const routes = routesOf(output);
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route ? [pathOf(route.parentId), route.path ?? ''].filter((part) => part !== '').join('/') : '';
  };
  return Object.values(routes)
    .filter(
      ({ id, path: own, index }) =>
        !parents.has(id) && (own !== undefined || index) && !/[*.]/.test(own ?? ''),
    )
    .map(({ id }) => pathOf(id))
    .filter((route) => !existsSync(path.join(output, route, 'index.html')))
    .map((route) => `/${route}`);
};

const FRAMEWORKS: readonly { package: string; find: FindRoutes }[] = [
  { package: 'astro', find: ofAstro },
  { package: '@sveltejs/kit', find: ofSvelteKit },
  { package: '@react-router/dev', find: ofReactRouter },
];

/** Reports once which pages of a project are made on a server, so that its output does not hold them. */
export function reportServerPages(folder: string, output: string, emit: Emit): void {
  const json = readPackageJson(folder);
  const framework = FRAMEWORKS.find(({ package: name }) => json !== null && usesPackage(json, [name]));
  const routes = [...new Set(framework?.find(folder, output))].sort();
  if (routes.length > 0) emit({ type: 'server_pages', routes });
}
