/** Account signed in on this computer. The token never leaves the main process and the engine. */
export interface Account {
  /** Local id: server URL and user id. */
  id: string;
  server: string;
  uid: string;
  name: string;
  email: string;
  /** False after the server rejected the token; the user must sign in again. */
  isSignedIn: boolean;
}

export interface Accounts {
  all: readonly Account[];
  /** Account whose dashboard is shown; null without one. */
  activeId: string | null;
  /** Warning about how tokens are stored; null without one. */
  warning: string | null;
}

/** Connection to the active account's server. */
export type Connection =
  | { kind: 'online' }
  | { kind: 'offline' }
  /** Incompatible versions; `message` says which side must be updated. */
  | { kind: 'incompatible'; message: string };
