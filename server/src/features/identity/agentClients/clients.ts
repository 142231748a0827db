import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { App } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { newSecret } from '../../../platform/secrets.ts';
import type { ReadDocument } from './documents.ts';
import { isRegistered, targetOf } from './redirects.ts';
import * as repo from './repo.ts';

const CLIENT_ID_MAX = 500;
const REDIRECTS_MAX = 20;
/** Control characters and those that change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** A document has a path, and nothing that two parsers could read differently. */
const DOCUMENT_URL = /^https:\/\/([a-z\d-]+(?:\.[a-z\d-]+)*(?::[1-9]\d{0,4})?)(?:\/[\w~%-][\w.~%-]*)+$/;

export interface AgentClient {
  id: string;
  /** Chosen by the client, so it proves nothing. */
  name: string;
  redirectUris: readonly string[];
  /** Host of its document; null for a client that registered itself. */
  home: string | null;
}

const Name = z
  .string()
  .transform((name) => name.replace(UNSEEN, '').trim().slice(0, NAME_MAX).toWellFormed())
  .pipe(z.string().min(1));

/** What both kinds of clients say about themselves, in the names of RFC 7591. */
const Metadata = z.object({
  client_name: Name,
  redirect_uris: z
    .array(
      z.string().refine((address) => targetOf(address) !== null, 'This redirect address is not allowed.'),
    )
    .min(1)
    .max(REDIRECTS_MAX),
});

const Document = Metadata.extend({ token_endpoint_auth_method: z.literal('none').optional() });

const invalidDocument = new AppError(
  'invalid_input',
  'The program’s description is not valid, so it cannot be allowed.',
);

const REMEMBERED_CLIENTS = 500;

/** Clients with a document. Only valid ones are remembered, for as long as their server allows. */
export class DocumentClients {
  readonly #read: ReadDocument;
  readonly #fresh = new LRUCache<string, AgentClient>({ max: REMEMBERED_CLIENTS });

  constructor(read: ReadDocument) {
    this.#read = read;
  }

  /** Returns the client of a document, which is read again if it does not name the address that is wanted. */
  async find(id: string, home: string, redirectUri: string): Promise<AgentClient> {
    const known = this.#fresh.get(id);
    if (known && isRegistered(known.redirectUris, redirectUri)) return known;
    const { content, freshMs } = await this.#read(id);
    const document = Document.extend({ client_id: z.literal(id) }).safeParse(content);
    this.#fresh.delete(id);
    if (!document.success) throw invalidDocument;
    const { client_name: name, redirect_uris: redirectUris } = document.data;
    const client = { id, name, redirectUris, home };
    if (freshMs > 0) this.#fresh.set(id, client, { ttl: freshMs });
    return client;
  }
}

/** Returns the client with this id, which is the URL of its document or one that we gave it. */
export async function findClient(
  { db }: App,
  documents: DocumentClients,
  id: string,
  redirectUri: string,
): Promise<AgentClient> {
  const [, home] = (id.length <= CLIENT_ID_MAX && DOCUMENT_URL.exec(id)) || [];
  if (home !== undefined) return documents.find(id, home, redirectUri);
  const registered = await repo.findClient(db, id);
  if (!registered)
    throw new AppError('invalid_input', 'This program is not known here. Connect it again from the program.');
  return { ...registered, home: null };
}

/** Registers a client that has no document (RFC 7591), without a secret. Returns null for what cannot be one. */
export async function register({ db }: App, metadata: unknown): Promise<AgentClient | null> {
  const read = Metadata.safeParse(metadata);
  if (!read.success) return null;
  const { client_name: name, redirect_uris: redirectUris } = read.data;
  const client = { id: `stl_client_${newSecret()}`, name, redirectUris };
  await repo.insertClient(db, client);
  return { ...client, home: null };
}
