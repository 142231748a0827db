import type { IncomingMessage } from 'node:http';
import type { Role } from '@stagelink/shared/contracts/accounts';
import { SCOPES, type Scope } from '@stagelink/shared/contracts/endpoint';

/** The authenticated caller, from a session or an access token. */
export interface Principal {
  userId: string;
  name: string;
  role: Role;
  /** The account's email address is verified. */
  isVerified: boolean;
  /** Logout ends it. */
  credential: { kind: 'session' | 'token'; id: string };
  /** The credential is a session or a token made by hand, not one that a program got. */
  isPersonal: boolean;
  /** An agent that was allowed over OAuth: it reaches the tools only, and of threads only what was sent to agents. */
  isAgent: boolean;
  scopes: readonly Scope[];
}

/** What an access check needs of a request. */
export interface RequestContext<P = Principal | null> {
  principal: P;
  request: IncomingMessage;
}

/** A request that rate limits count. */
export interface CountedRequest<P = Principal | null> extends RequestContext<P> {
  /** The client's network. */
  address: string;
}

export const ALL_SCOPES: readonly Scope[] = SCOPES;
