import { StageError } from './errors.ts';
import type { PackageJson } from './packageJson.ts';

/** A program that builds a project for which package.json has no build script. */
interface Builder {
  /** The package that brings it. */
  name: string;
  argv: readonly string[];
  /** Whether index.html has to be what it starts from. */
  fromPage?: boolean;
  /** Packages it needs for pages, and how to get them. */
  needs?: { packages: readonly string[]; command: string };
}

/** Frameworks whose guides and templates leave the build script out. */
const BUILDERS: readonly Builder[] = [
  { name: '@11ty/eleventy', argv: ['eleventy'] },
  {
    name: 'expo',
    argv: ['expo', 'export', '--platform', 'web'],
    needs: {
      packages: ['react-dom', 'react-native-web'],
      command: 'npx expo install react-dom react-native-web',
    },
  },
  { name: 'vite', argv: ['vite', 'build'], fromPage: true },
];

/**
 * The program that builds a project without a build script; null when none is known. `startsFromPage`: its index.html is
 * source. Throws `no_build_script` when the program cannot make pages yet.
 */
export function builderOf(json: PackageJson, startsFromPage: boolean): readonly string[] | null {
  const packages = { ...json.dependencies, ...json.devDependencies };
  const builder = BUILDERS.find(({ name, fromPage }) => name in packages && (!fromPage || startsFromPage));
  if (!builder) return null;
  const missing = builder.needs?.packages.filter((name) => !(name in packages)) ?? [];
  if (builder.needs === undefined || missing.length === 0) return builder.argv;
  throw new StageError(
    'no_build_script',
    `This project has no web version yet: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    `Run “${builder.needs.command}”, then stage again.`,
  );
}
