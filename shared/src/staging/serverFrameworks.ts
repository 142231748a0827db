import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PackageJson } from './packageJson.ts';

/** A framework whose build is a server unless it is set up otherwise. */
interface ServerFramework {
  name: string;
  packages: readonly string[];
  /** Files of the project that say how it is built. */
  files: RegExp;
  /** What these files contain when the build is made of static pages. */
  isStatic: RegExp;
  /** What to do, completing “To stage it, …”. */
  advice: string;
}

const VITE = /^vite\.config\.[cm]?[jt]s$/;

const SERVER_FRAMEWORKS: readonly ServerFramework[] = [
  {
    name: 'Next.js',
    packages: ['next'],
    files: /^next\.config\.[cm]?[jt]s$/,
    isStatic: /\boutput\s*:\s*['"`]export['"`]/,
    advice: 'set output: "export" in next.config',
  },
  {
    name: 'SvelteKit',
    packages: ['@sveltejs/kit'],
    files: /^(svelte|vite)\.config\.[cm]?[jt]s$/,
    isStatic: /@sveltejs\/adapter-static/,
    advice:
      'use @sveltejs/adapter-static as its adapter and add “export const prerender = true” to src/routes/+layout.js',
  },
  {
    name: 'TanStack Start',
    packages: ['@tanstack/react-start', '@tanstack/solid-start', '@tanstack/start'],
    files: VITE,
    isStatic: /\b(prerender|spa)\s*:\s*\{\s*[^}]*enabled\s*:\s*true/,
    advice: 'pass prerender: { enabled: true } to tanstackStart() in vite.config',
  },
  {
    name: 'React Router',
    packages: ['@react-router/dev'],
    files: /^react-router\.config\.[cm]?[jt]s$/,
    isStatic: /\bssr\s*:\s*false|\bprerender\b/,
    advice: 'set ssr: false in react-router.config',
  },
  {
    name: 'Remix',
    packages: ['@remix-run/dev'],
    files: VITE,
    isStatic: /\bssr\s*:\s*false/,
    advice: 'pass ssr: false to the Remix plugin in vite.config',
  },
  {
    name: 'Astro with a server',
    packages: ['astro'],
    files: /^astro\.config\.[cm]?[jt]s$/,
    // Static is what Astro does by itself.
    isStatic: /^(?![^]*\boutput\s*:\s*['"`]server['"`])/,
    advice: 'remove output: "server" from astro.config',
  },
  {
    name: 'Qwik City',
    packages: ['@builder.io/qwik-city', '@qwik.dev/router'],
    files: /^package\.json$/,
    isStatic: /adapters\/(static|ssg)/,
    advice: 'add its static adapter with “npm run qwik add static”',
  },
  {
    name: 'SolidStart',
    packages: ['@solidjs/start', 'solid-start'],
    files: /^(app|vite)\.config\.[cm]?[jt]s$/,
    isStatic: /\bpreset\s*:\s*['"`]static['"`]|\bprerender\b|\bssr\s*:\s*false/,
    advice: 'set server: { preset: "static" } in app.config',
  },
  {
    name: 'Analog',
    packages: ['@analogjs/platform'],
    files: VITE,
    isStatic: /\bstatic\s*:\s*true|\bprerender\b|\bssr\s*:\s*false/,
    advice: 'pass static: true to analog() in vite.config',
  },
  {
    name: 'Angular with a server',
    packages: ['@angular/ssr'],
    files: /^angular\.json$/,
    isStatic: /"outputMode"\s*:\s*"static"/,
    advice: 'set "outputMode": "static" in angular.json',
  },
];

const withoutComments = (code: string): string =>
  code.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/(^|[\s,;{(])\/\/.*$/gm, '$1');

function textOf(folder: string, files: RegExp): string {
  const names = readdirSync(folder).filter((name) => files.test(name));
  return names.map((name) => withoutComments(readFileSync(path.join(folder, name), 'utf8'))).join('\n');
}

const uses = ({ dependencies, devDependencies }: PackageJson, packages: readonly string[]): boolean =>
  packages.some((name) => name in { ...dependencies, ...devDependencies });

/** Says in one line what makes a project static when its build would make a server instead; null when it is static. */
export function staticAdvice(folder: string, json: PackageJson): string | null {
  const framework = SERVER_FRAMEWORKS.find(({ packages }) => uses(json, packages));
  if (!framework || framework.isStatic.test(textOf(folder, framework.files))) return null;
  const { name, advice } = framework;
  return `This project is set up to run on a server (${name}), and a snapshot holds pages only. To stage it, ${advice}.`;
}

/** Whether the build script makes a server although the framework has a command that makes pages: “nuxt generate”. */
export function needsGenerate(json: PackageJson): boolean {
  const build = json.scripts?.['build'];
  return uses(json, ['nuxt']) && typeof build === 'string' && /\b(nuxt|nuxi)\s+build\b/.test(build);
}
