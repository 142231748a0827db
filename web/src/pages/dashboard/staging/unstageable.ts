/** Why what was chosen cannot be staged, as a sentence, and which of its folders could be staged instead. */
export class Unstageable extends Error {
  override readonly name = 'Unstageable';
  /** Paths from the chosen folder; `.` is that folder as it is. */
  readonly outputs: readonly string[];

  constructor(message: string, outputs: readonly string[] = []) {
    super(message);
    this.outputs = outputs;
  }
}
