/** No reply arrived, so it is not known whether an upload was staged. The next stage asks the server first. */
export class ReplyLost extends Error {
  override readonly name = 'ReplyLost';
}
