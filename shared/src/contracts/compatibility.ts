/** What two programs understand of each other. */
export interface Protocol {
  /** Counted up with every change of a contract that a program of before would stumble over. */
  protocol: number;
  /** The oldest one it still works with. */
  oldestProtocol: number;
}

/** This program's own. */
export const PROTOCOL: Protocol = { protocol: 1, oldestProtocol: 1 };

/**
 * Why a program and a server of different ages cannot work together, as a sentence that says which of them has to be
 * updated; null when they can. `program` is how a person calls it: “this companion”.
 */
export function incompatibility(server: Protocol, program: string, own: Protocol = PROTOCOL): string | null {
  if (own.protocol < server.oldestProtocol) {
    return `The server no longer works with ${program}. Please update ${program}.`;
  }
  if (server.protocol < own.oldestProtocol) {
    return `The server is too old for ${program}. Please ask whoever runs it to update the server.`;
  }
  return null;
}
