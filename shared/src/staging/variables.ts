import { StageError } from './errors.ts';

const NAME = /^[A-Za-z_][\w()]*$/;

/** True for what can be the name of an environment variable. */
export const isVariableName = (text: string): boolean => NAME.test(text);

/** What package managers, frameworks and scripts print when a variable is not set; the name is captured. */
const ASKED = [
  /Environment variable not found \((\w+)\)/,
  /Failed to replace env in config: \$\{(\w+)\}/,
  /environment variables? [`"'“]?([A-Z][A-Z0-9_]{2,})[`"'”]? (?:is|was|must be|needs to be|has not been) (?:not |un)?(?:set|defined|provided|required|missing)/i,
  /(?:missing|undefined|unset|required)(?: required)? (?:environment variable|env(?:ironment)? var)s?:? [`"'“]?([A-Z][A-Z0-9_]{2,})/i,
  /process\.env\.([A-Z][A-Z0-9_]{2,})[`"'”]? (?:is|was|must be) (?:not |un)?(?:set|defined|provided|required|missing)/i,
];

/** Returns the variable that a build says it misses, or null. */
export function missingVariable(lines: readonly string[]): string | null {
  for (const line of lines) {
    for (const pattern of ASKED) {
      const name = pattern.exec(line)?.[1];
      if (name !== undefined) return name;
    }
  }
  return null;
}

/** Says how a build is given a variable, or why that has not helped. */
export const missingHint = (name: string): string =>
  `The build asks for the variable ${name}. Builds get only harmless ones of your shell: name it with the variables option (“--env ${name}” on the command line), then stage again.`;

/** Refuses variables that are no names, or that are not set (`bad_variable`). */
export function assertVariables(
  named: readonly string[],
  environment: Record<string, string | undefined>,
): void {
  for (const name of named) {
    if (!isVariableName(name)) {
      throw new StageError(
        'bad_variable',
        `“${name}” is not the name of a variable.`,
        'Give its name only, such as NPM_TOKEN; its value is taken from your shell.',
      );
    }
    if (environment[name] === undefined) {
      throw new StageError(
        'bad_variable',
        `The variable ${name}, which the build is to get, is not set.`,
        'Set it in your shell, or take it off the list, then stage again.',
      );
    }
  }
}
