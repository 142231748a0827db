import { stageError } from '../core/errors.ts';

const NAME = /^[A-Za-z_][\w()]*$/;

/** Whether a text is a valid name of an environment variable. */
export const isVariableName = (text: string): boolean => NAME.test(text);

/** Messages of package managers, frameworks and scripts about a missing variable; captures its name. */
const ASKED = [
  /Environment variable not found \((\w+)\)/,
  /Failed to replace env in config: \$\{(\w+)\}/,
  /environment variables? [`"'“]?([A-Z][A-Z0-9_]{2,})[`"'”]? (?:is|was|must be|needs to be|has not been) (?:not |un)?(?:set|defined|provided|required|missing)/i,
  /(?:missing|undefined|unset|required)(?: required)? (?:environment variable|env(?:ironment)? var)s?:? [`"'“]?([A-Z][A-Z0-9_]{2,})/i,
  /process\.env\.([A-Z][A-Z0-9_]{2,})[`"'”]? (?:is|was|must be) (?:not |un)?(?:set|defined|provided|required|missing)/i,
];

/** Returns the variable that a build reports as missing, or null. */
export function missingVariable(lines: readonly string[]): string | null {
  for (const line of lines) {
    for (const pattern of ASKED) {
      const name = pattern.exec(line)?.[1];
      if (name !== undefined) return name;
    }
  }
  return null;
}

/** Returns how to pass a variable to a build. */
export const missingHint = (name: string): string =>
  `The build asks for the variable ${name}. Builds get only harmless ones of your shell: name it with the variables option (“--env ${name}” on the command line), then stage again.`;

/** Throws `bad_variable` for invalid or unset variables. */
export function assertVariables(
  named: readonly string[],
  environment: Record<string, string | undefined>,
): void {
  for (const name of named) {
    if (!isVariableName(name)) {
      throw stageError(
        'bad_variable',
        `“${name}” is not the name of a variable.`,
        'Give its name only, such as NPM_TOKEN; its value is taken from your shell.',
      );
    }
    if (environment[name] === undefined) {
      throw stageError(
        'bad_variable',
        `The variable ${name}, which the build is to get, is not set.`,
        'Set it in your shell or remove it from the list, then stage again.',
      );
    }
  }
}
