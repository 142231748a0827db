import { handedOverPaths } from './handedOver.ts';
import { isPagePath, startPageOf } from './startPage.ts';

/** Why a link to files would open nothing: they are sources that were not built, or hold nothing that opens. */
export type OpeningProblem = 'not_built' | 'nothing';

/** Files beside which the pages are made by a program. */
const PROJECT_FILE =
  /^(package\.json|mkdocs\.ya?ml|hugo\.(toml|ya?ml|json)|book\.toml|_config\.ya?ml|conf\.py|composer\.json|gemfile|cargo\.toml|go\.mod|pyproject\.toml)$/i;

/** Sources that browsers do not show: beside them, texts and pictures are no handed-over pages. */
const SOURCE_CODE =
  /\.([cm]?ts|tsx|jsx|vue|svelte|astro|php|py|rb|java|kt|swift|cs|go|rs|c|cpp|h|ejs|pug|njk|liquid|rst)$/i;

/** Whether a version has no HTML, so that hosting makes pages of what was handed over. */
export const isHandedOver = (paths: readonly string[]): boolean =>
  !paths.some(isPagePath) && handedOverPaths(paths).length > 0;

/**
 * Returns why files must not be published, given their paths; null when a link to them opens a page. The texts of
 * sources are no pages that a person handed over.
 */
export function openingProblem(paths: readonly string[]): OpeningProblem | null {
  const hasOwnPage = paths.some((path) => isPagePath(path) && !path.includes('/'));
  if (!hasOwnPage && paths.some((path) => PROJECT_FILE.test(path))) return 'not_built';
  if (isHandedOver(paths) && paths.some((path) => SOURCE_CODE.test(path))) return 'not_built';
  return startPageOf(paths).kind === 'nothing' ? 'nothing' : null;
}

/** What a person reads and does about a problem. */
export const OPENING_ADVICE: Record<OpeningProblem, { message: string; hint: string }> = {
  not_built: {
    message: 'This is a project that has not been built, so a link to it would open nothing.',
    hint: 'Build it and stage its output folder. The command line, the editor and the companion can build it.',
  },
  nothing: {
    message: 'There is nothing in it that a link could open.',
    hint: 'Stage a folder with an HTML page, or with pictures, Markdown files, PDFs or videos.',
  },
};
