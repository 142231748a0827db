import type { NeededPath } from '@stagelink/shared/staging/core/questions';

/** The chosen files cannot be staged before the user has chosen. */
export class Unstageable extends Error {
  override readonly name = 'Unstageable';
  /** Paths relative to the chosen folder; `.` is the folder itself. */
  readonly outputs: readonly string[];
  /** What is left out although a page refers to it. */
  readonly needed: readonly NeededPath[];

  /** Larger than the plan allows. */
  readonly isTooLarge: boolean;

  constructor(
    message: string,
    {
      outputs = [],
      needed = [],
      isTooLarge = false,
    }: { outputs?: readonly string[]; needed?: readonly NeededPath[]; isTooLarge?: boolean } = {},
  ) {
    super(message);
    this.outputs = outputs;
    this.needed = needed;
    this.isTooLarge = isTooLarge;
  }
}
