/** No reply arrived, so it is unknown whether an upload was staged. The next stage asks the server first. */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost';
}
