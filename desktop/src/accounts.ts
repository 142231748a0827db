/** Somebody signed in to a server from this machine. The token never leaves the main process and the engine. */
export interface Account {
  /** Of this machine: the server's address and the user's id. */
  id: string;
  server: string;
  uid: string;
  name: string;
  email: string;
  /** False once the server no longer takes the token: whoever it is has to sign in again. */
  isSignedIn: boolean;
}

export interface Accounts {
  all: readonly Account[];
  /** Whose dashboard is shown; null when there is nobody. */
  activeId: string | null;
  /** What a person has to know about how their sign-in is kept; null when all is well. */
  warning: string | null;
}

/** How the active account's server can be reached. */
export type Connection =
  | { kind: 'online' }
  | { kind: 'offline' }
  /** The two cannot work together; `message` says which has to be updated. */
  | { kind: 'incompatible'; message: string };
