import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { namesIn, textOf, withoutComments } from './configText.ts';
import { filesBelow } from './folderFiles.ts';
import { type PackageJson, usesPackage } from './packageJson.ts';

/** What decides whether a project's build creates pages. */
interface Setup {
  folder: string;
  json: PackageJson;
  /** Name of the file that configures the build. */
  file: string;
  /** Content of that file without comments. */
  text: string;
  command: CommandText;
}

/** Formats a command for the project's package manager, such as “npm install --save-dev x”. */
type CommandText = (verb: 'add' | 'install' | 'run', args: string[]) => string;

/** Framework whose build creates a server by default. */
interface ServerFramework {
  name: string;
  packages: readonly string[];
  /** Configuration files. */
  files: RegExp;
  /** File to create when there is none. */
  file: string;
  /** Remaining steps until the build creates pages, completing “To stage it, …”. */
  steps: (setup: Setup) => readonly (string | false)[];
}

/** The single step of a framework with one setting for static pages. */
const unless =
  (isStatic: RegExp, step: (file: string) => string): ServerFramework['steps'] =>
  ({ file, text }) => [!isStatic.test(text) && step(file)];

const VITE = { files: /^vite\.config\.[cm]?[jt]s$/, file: 'vite.config.ts' };

const SERVER_FRAMEWORKS: readonly ServerFramework[] = [
  {
    name: 'Next.js',
    packages: ['next'],
    files: /^next\.config\.[cm]?[jt]s$/,
    file: 'next.config.js',
    steps({ file, text }) {
      // Next.js cannot export pages while one of these is on.
      const hindrances = ['cacheComponents', 'partialPrefetching'].filter((name) =>
        new RegExp(`\\b${name}\\s*:\\s*true`).test(text),
      );
      return [
        // Images cannot be resized without a server.
        !/\boutput\s*[:=][^,;}]*['"`]export['"`]/.test(text) &&
          `set output: "export" and images: { unoptimized: true } in ${file}`,
        hindrances.length > 0 && `remove ${hindrances.join(' and ')} from ${file}`,
      ];
    },
  },
  {
    name: 'SvelteKit',
    packages: ['@sveltejs/kit'],
    files: /^(svelte|vite)\.config\.[cm]?[jt]s$/,
    file: 'svelte.config.js',
    steps: svelteSteps,
  },
  {
    name: 'TanStack Start',
    packages: ['@tanstack/react-start', '@tanstack/solid-start', '@tanstack/start'],
    ...VITE,
    steps: unless(
      /\b(prerender|spa)\s*:\s*\{\s*[^}]*enabled\s*:\s*true/,
      (file) => `pass prerender: { enabled: true } to tanstackStart() in ${file}`,
    ),
  },
  {
    name: 'React Router',
    packages: ['@react-router/dev'],
    files: /^react-router\.config\.[cm]?[jt]s$/,
    file: 'react-router.config.ts',
    steps: unless(/\bssr\s*:\s*false|\bprerender\b/, (file) => `set ssr: false in ${file}`),
  },
  {
    name: 'Remix',
    packages: ['@remix-run/dev'],
    ...VITE,
    steps: unless(/\bssr\s*:\s*false/, (file) => `pass ssr: false to the Remix plugin in ${file}`),
  },
  {
    name: 'Astro',
    packages: ['astro'],
    files: /^astro\.config\.[cm]?[jt]s$/,
    file: 'astro.config.mjs',
    // Astro is static by default.
    steps: unless(
      /^(?![^]*\boutput\s*:\s*['"`]server['"`])/,
      (file) => `remove output: "server" from ${file}`,
    ),
  },
  {
    name: 'Qwik City',
    packages: ['@builder.io/qwik-city', '@qwik.dev/router'],
    files: /^package\.json$/,
    file: 'package.json',
    steps: ({ folder, text, command }) =>
      /adapters\/(static|ssg)/.test(text)
        ? []
        : [
            !existsSync(path.join(folder, 'node_modules')) && `run “${command('install', [])}”`,
            `add its static adapter with “${command('run', ['qwik', 'add', 'static'])}”`,
          ],
  },
  {
    name: 'SolidStart',
    packages: ['@solidjs/start', 'solid-start'],
    files: /^(app|vite)\.config\.[cm]?[jt]s$/,
    file: 'app.config.ts',
    steps: unless(/\bpreset\s*:\s*['"`]static['"`]|\bprerender\b|\bssr\s*:\s*false/, (file) =>
      file.startsWith('vite.')
        ? `add nitro: { prerender: { crawlLinks: true } } to ${file}`
        : `set server: { preset: "static" } in ${file}`,
    ),
  },
  {
    name: 'Vike',
    packages: ['vike'],
    files: /^(vite\.config|\+config)\.[cm]?[jt]s$/,
    file: 'pages/+config.js',
    steps: ({ folder, text, file }) => {
      const pages = path.join(folder, 'pages');
      const names = /^\+config\.[jt]s$/;
      const [own] = namesIn(pages, names);
      const all = `${text}\n${textOf(pages, names)}`;
      return [
        !/\bprerender\s*:\s*(true|\{)/.test(all) &&
          `add prerender: true to ${own === undefined ? file : `pages/${own}`}`,
      ];
    },
  },
  {
    name: 'Analog',
    packages: ['@analogjs/platform'],
    ...VITE,
    steps: unless(
      /\bstatic\s*:\s*true|\bprerender\b|\bssr\s*:\s*false/,
      (file) => `pass static: true to analog() in ${file}`,
    ),
  },
  {
    name: 'Angular with a server',
    packages: ['@angular/ssr'],
    files: /^angular\.json$/,
    file: 'angular.json',
    steps: unless(/"outputMode"\s*:\s*"static"/, (file) => `set "outputMode": "static" in ${file}`),
  },
];

/** Returns the adapter's version: each major version works with one major version of SvelteKit. */
function fittingKit({ dependencies, devDependencies }: PackageJson): string {
  const [major] = /\d+/.exec(String({ ...dependencies, ...devDependencies }['@sveltejs/kit'])) ?? [];
  return major === undefined ? '' : `@${Number(major) + 1}`;
}

/** Returns pages that handle forms, which require a server. */
function serverPages(folder: string): string[] {
  const routes = path.join(folder, 'src', 'routes');
  return filesBelow(routes)
    .filter((name) => /(^|\/)\+page\.server\.[jt]s$/.test(name))
    .filter((name) => {
      const code = withoutComments(readFileSync(path.join(routes, name), 'utf8'));
      return /\bexport\s+const\s+actions\b/.test(code) && !/\bprerender\s*=\s*false\b/.test(code);
    })
    .map((name) => `src/routes/${name}`);
}

/** Whether a static adapter would reject all pages of a project: none is prerendered, and none may be left out. */
function prerendersNothing({ folder, text }: Setup): boolean {
  if (/\b(fallback|strict|prerender)\b/.test(text)) return false;
  const routes = path.join(folder, 'src', 'routes');
  const files = filesBelow(routes).filter((name) =>
    /(^|\/)\+(page|layout)(\.server)?\.(svelte|[jt]s)$/.test(name),
  );
  const isPrerendered = (name: string): boolean =>
    /\bprerender\b/.test(withoutComments(readFileSync(path.join(routes, name), 'utf8')));
  return files.length > 0 && !files.some(isPrerendered);
}

/** SvelteKit itself reports the pages of several that a static adapter cannot prerender. */
function svelteSteps(setup: Setup): (string | false)[] {
  const { folder, json, file, text, command } = setup;
  const adapter = '@sveltejs/adapter-static';
  const ending = existsSync(path.join(folder, 'tsconfig.json')) ? 'ts' : 'js';
  const prerender = `add “export const prerender = true” to src/routes/+layout.${ending}`;
  if (text.includes(adapter)) return [prerendersNothing(setup) && prerender];
  const pages = serverPages(folder);
  const layouts = textOf(path.join(folder, 'src', 'routes'), /^\+layout(\.server)?\.[jt]s$/);
  return [
    !usesPackage(json, [adapter]) && `run “${command('add', ['-D', adapter + fittingKit(json)])}”`,
    `import the adapter from ${adapter} in ${file}`,
    pages.length > 0 && `pass { strict: false } to it`,
    pages.length > 0 &&
      `add “export const prerender = false” to ${pages.join(' and ')}, where a server is needed`,
    !/\bprerender\b/.test(layouts) && prerender,
  ];
}

const list = (steps: readonly string[]): string =>
  steps.length < 3 ? steps.join(' and ') : `${steps.slice(0, -1).join(', ')}, and ${steps.at(-1) ?? ''}`;

/**
 * Returns in one line what makes a project static when its build would create a server; null when it is
 * static.
 */
export function staticAdvice(folder: string, json: PackageJson, command: CommandText): string | null {
  const framework = SERVER_FRAMEWORKS.find(({ packages }) => usesPackage(json, packages));
  if (!framework) return null;
  const { name, files, file } = framework;
  const [found = file] = namesIn(folder, files);
  const setup = { folder, json, file: found, text: textOf(folder, files), command };
  const steps = framework.steps(setup).filter((step) => step !== false);
  if (steps.length === 0) return null;
  return `This project is set up to run on a server (${name}), and a snapshot holds pages only. To stage it, ${list(steps)}.`;
}

/**
 * Whether the build script creates a server although the framework has a command for pages: “nuxt
 * generate”.
 */
export function needsGenerate(json: PackageJson): boolean {
  const build = json.scripts?.['build'];
  return usesPackage(json, ['nuxt']) && typeof build === 'string' && /\b(nuxt|nuxi)\s+build\b/.test(build);
}
