import type { Emit } from '../core/events.ts';

const NAMED = 3;
/** Build scripts, configuration, lockfiles, deployment files, and languages that browsers do not run. */
const SOURCE = new RegExp(
  [
    String.raw`(^|/)(gulpfile|gruntfile|[\w.-]+\.config)\.[cm]?[jt]s$`,
    String.raw`(^|/)(package(-lock)?|composer|tsconfig[\w.-]*|angular|turbo|nx)\.json$`,
    String.raw`(^|/)(yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|makefile|rakefile|gemfile|dockerfile|docker-compose\.ya?ml)$`,
    String.raw`\.([cm]?ts|tsx|jsx|vue|svelte|astro|scss|sass|less|styl|php|py|rb|java|cs|ejs|pug|hbs)$`,
  ].join('|'),
  'i',
);

/** Reports once which files of a static folder look like source. They are staged all the same. */
export function reportSource(paths: readonly string[], emit: Emit): void {
  const source = paths.filter((path) => SOURCE.test(path));
  if (source.length > 0) emit({ type: 'source_found', files: source.length, first: source.slice(0, NAMED) });
}
