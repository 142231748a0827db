import { stageError } from '../core/errors.ts';
import type { PackageJson } from './packageJson.ts';

/** Program that builds a project whose package.json has no build script. */
interface Builder {
  /** Package that provides it. */
  name: string;
  argv: readonly string[];
  /** Whether it requires index.html as its entry. */
  fromPage?: boolean;
  /** Packages it needs to produce pages, and how to install them. */
  needs?: { packages: readonly string[]; command: string };
}

/** Frameworks whose guides and templates omit the build script. */
const BUILDERS: readonly Builder[] = [
  // First: the packages of a workspace's applications may be listed next to it.
  { name: 'nx', argv: ['nx', 'run-many', '--target', 'build'] },
  { name: '@11ty/eleventy', argv: ['eleventy'] },
  {
    name: 'expo',
    argv: ['expo', 'export', '--platform', 'web'],
    needs: {
      packages: ['react-dom', 'react-native-web'],
      command: 'npx expo install react-dom react-native-web',
    },
  },
  { name: 'honkit', argv: ['honkit', 'build'] },
  { name: 'vite', argv: ['vite', 'build'], fromPage: true },
];

/**
 * Returns the command that builds a project without a build script, or null. `startsFromPage`: its
 * index.html is source. Throws `no_build_script` when the program cannot produce pages yet.
 */
export function builderOf(json: PackageJson, startsFromPage: boolean): readonly string[] | null {
  const packages = { ...json.dependencies, ...json.devDependencies };
  const builder = BUILDERS.find(({ name, fromPage }) => name in packages && (!fromPage || startsFromPage));
  if (!builder) return null;
  const missing = builder.needs?.packages.filter((name) => !(name in packages)) ?? [];
  if (builder.needs === undefined || missing.length === 0) return builder.argv;
  throw stageError(
    'no_build_script',
    `This project has no web version yet: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    `Run “${builder.needs.command}”, then stage again.`,
  );
}
