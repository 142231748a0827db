import { Sender } from 'ws';

interface FrameOptions {
  fin: boolean;
  opcode: number;
  mask: boolean;
  readOnly: boolean;
  rsv1: boolean;
}

// The library exports it without types.
declare module 'ws' {
  export const Sender: { frame: (data: Buffer, options: FrameOptions) => Buffer[] };
}

const TEXT = 1;

/** A text as one frame of a WebSocket. Servers mask nothing, so all subscribers get the same bytes, made once. */
export const textFrame = (text: string): Buffer =>
  Buffer.concat(
    Sender.frame(Buffer.from(text), { fin: true, opcode: TEXT, mask: false, readOnly: true, rsv1: false }),
  );
