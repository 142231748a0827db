import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../setup/root.mjs';

/** Errors of units that no test caught, as JSON: `string[]`. */
export const UNHANDLED_ERRORS = path.join(ROOT, 'test-results/unhandled.json');

/** Writes the errors that Vitest's JSON report leaves out. */
export default class UnhandledErrors {
  /**
   * @param {unknown} _modules
   * @param {readonly { message: string, stack?: string }[]} errors
   */
  onTestRunEnd(_modules, errors) {
    writeFileSync(UNHANDLED_ERRORS, JSON.stringify(errors.map(({ message, stack }) => stack ?? message)));
  }
}
