/** The chosen files cannot be staged. `outputs` are folders in them that can be. */
export class Unstageable extends Error {
  override readonly name = 'Unstageable';
  /** Paths relative to the chosen folder; `.` is the folder itself. */
  readonly outputs: readonly string[];

  constructor(message: string, outputs: readonly string[] = []) {
    super(message);
    this.outputs = outputs;
  }
}
