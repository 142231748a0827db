import type { LiveMessage } from '@stagelink/shared/contracts/live';
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

/** Encodes a text as a WebSocket frame. Servers do not mask, so one frame serves all subscribers. */
export const textFrame = (text: string): Buffer =>
  Buffer.concat(
    Sender.frame(Buffer.from(text), { fin: true, opcode: TEXT, mask: false, readOnly: true, rsv1: false }),
  );

/** Encodes a message once for all who get it. */
export const frameOf = (message: LiveMessage): Buffer => textFrame(JSON.stringify(message));
