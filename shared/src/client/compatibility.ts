/** Protocol versions that a program supports. */
export interface Protocol {
  /** Raised with every contract change that older programs cannot handle. */
  protocol: number;
  /** Oldest version that this program supports. */
  oldestProtocol: number;
}

/** Versions of this build. */
export const PROTOCOL: Protocol = { protocol: 2, oldestProtocol: 2 };

/** Header in which a program names its protocol. Programs of protocol 1 do not send it. */
export const PROTOCOL_HEADER = 'stagelink-protocol';

/** Headers of every request of a program of this build. */
export const PROTOCOL_HEADERS: Readonly<Record<string, string>> = {
  [PROTOCOL_HEADER]: String(PROTOCOL.protocol),
};

/**
 * Returns a sentence that names which side must be updated, or null when program and server are compatible.
 * `program` completes the sentence, such as “this companion”.
 */
export function incompatibility(server: Protocol, program: string, own: Protocol = PROTOCOL): string | null {
  if (own.protocol < server.oldestProtocol) {
    return `The server no longer works with ${program}. Update ${program}.`;
  }
  if (server.protocol < own.oldestProtocol) {
    return `The server is too old for ${program}. Ask its administrator to update the server.`;
  }
  return null;
}
