/** Why something was not done; `message` and `hint` are sentences for the person. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  readonly hint: string;

  constructor(code: string, message: string, hint = '') {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
