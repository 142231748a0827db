const TEXT = 0x81;
const SHORT = 125;
const IN_TWO_BYTES = 126;
const IN_EIGHT_BYTES = 127;

/**
 * A text as one frame of a WebSocket (RFC 6455, 5.2). It is the same for everybody: a server masks nothing, and we
 * compress nothing. So it is made once, however many are to get it.
 */
export function textFrame(text: string): Buffer {
  const bytes = Buffer.byteLength(text);
  const head = bytes <= SHORT ? 2 : bytes <= 0xffff ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + bytes);
  frame[0] = TEXT;
  if (head === 2) frame[1] = bytes;
  else if (head === 4) {
    frame[1] = IN_TWO_BYTES;
    frame.writeUInt16BE(bytes, 2);
  } else {
    frame[1] = IN_EIGHT_BYTES;
    frame.writeBigUInt64BE(BigInt(bytes), 2);
  }
  frame.write(text, head);
  return frame;
}
