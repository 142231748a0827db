import * as z from 'zod/mini';
import { type ClientRequest, parseJson } from '../client/call.ts';
import { type Endpoint, type Parsed, sendsJson } from '../contracts/endpoint.ts';
import { endpointsBySubject, type Routes } from '../contracts/endpoints.ts';

/** Request as an adapter of a transport passes it on. */
export interface FakeRequest extends ClientRequest {
  /** Headers by lowercase name. */
  headers?: Readonly<Record<string, string | string[] | undefined>>;
}

type FormFields<Body> = Body extends { kind: 'form'; fields: infer Fields extends z.ZodMiniObject }
  ? z.output<Fields>
  : null;

/** What the server parses before it calls a handler. */
export interface ParsedRequest<E extends Endpoint> {
  /** Path, query and JSON body together. */
  input: Parsed<E>;
  /** Fields of a form, without its files. */
  form: FormFields<E['body']>;
}

/** An endpoint and the values of its path's parameters. */
export interface Match {
  name: keyof Routes;
  endpoint: Endpoint;
  parameters: Record<string, string>;
}

const partsOf = (path: string) => path.split('/').slice(1);
const isParameter = (part: string) => part.startsWith(':');

/** Sorts literal parts of paths before parameters. */
const rankOf = ({ path }: Endpoint) =>
  partsOf(path)
    .map((part) => (isParameter(part) ? '1' : '0'))
    .join('');

const ENDPOINTS: readonly Endpoint[] = endpointsBySubject()
  .map(([, , endpoint]) => endpoint)
  .toSorted((a, b) => rankOf(a).localeCompare(rankOf(b)));

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const parts = partsOf(pattern);
  const given = partsOf(path);
  const isMatch = (part: string, at: number) => (isParameter(part) ? given[at] !== '' : part === given[at]);
  if (parts.length !== given.length || !parts.every(isMatch)) return null;
  return Object.fromEntries(
    parts.flatMap((part, at) =>
      isParameter(part) ? [[part.slice(1), decodeURIComponent(given[at] ?? '')]] : [],
    ),
  );
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}` as keyof Routes;

const NAMES: ReadonlySet<string> = new Set(ENDPOINTS.map(nameOf));

/** Throws for names that are in no contract, which the compiler does not find in computed keys. */
export function checkNames(names: string[]): void {
  const unknown = names.filter((name) => !NAMES.has(name));
  if (unknown.length > 0) throw new Error(`There is no endpoint ${unknown.join(', ')}`);
}

/** Returns the endpoint of a request, or null when no contract has it. */
export function matchEndpoint({ method, path }: FakeRequest): Match | null {
  const [pathname = ''] = path.split('?');
  for (const endpoint of ENDPOINTS) {
    const parameters = endpoint.method === method ? matchPath(endpoint.path, pathname) : null;
    if (parameters) return { name: nameOf(endpoint), endpoint, parameters };
  }
  return null;
}

/** Returns the fields of a query. A name that is repeated has a list, as in the server. */
function queryFields(path: string): Record<string, unknown> {
  const [, query = ''] = path.split('?');
  const fields: Record<string, unknown> = {};
  for (const pair of query.split('&').filter((each) => each !== '')) {
    const [name = '', value = ''] = pair.replaceAll('+', ' ').split('=').map(decodeURIComponent);
    fields[name] = name in fields ? [fields[name], value].flat() : value;
  }
  return fields;
}

function jsonFields(side: string, text = ''): object {
  const value = text === '' ? {} : parseJson(text);
  if (typeof value === 'object' && value !== null) return value;
  throw new Error(`${side} has a body that is not a JSON object: ${text}`);
}

/** Returns the fields of a form without its files. Fields that are not text contain JSON. */
function formFields({ shape }: z.ZodMiniObject, form: Iterable<[string, unknown]>): object {
  const isText = (name: string, value: string) => !shape[name] || z.safeParse(shape[name], value).success;
  return Object.fromEntries(
    [...form]
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([name, value]) => [name, isText(name, value) ? value : parseJson(value)]),
  );
}

const isForm = (body: unknown): body is Iterable<[string, unknown]> =>
  typeof body === 'object' && body !== null && Symbol.iterator in body;

const { localeError: error } = z.locales.en();

/** Parses a value of one side. The error names it when it does not match. */
export function parseStrictly<S extends z.ZodMiniType>(side: string, schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value, { error });
  if (parsed.success) return parsed.data;
  throw new Error(`${side} breaks the contract:\n${z.prettifyError(parsed.error)}`);
}

/** Parses a request with its contract. */
export function parseRequest(
  { endpoint, parameters }: Match,
  { method, path, json, stream }: FakeRequest,
): ParsedRequest<Endpoint> {
  const side = `The request ${method} ${path}`;
  const { body } = endpoint;
  const fields = sendsJson(endpoint) ? jsonFields(side, json) : queryFields(path);
  const input = parseStrictly(side, endpoint.input, { ...fields, ...parameters });
  if (body?.kind !== 'form') return { input, form: null };
  const form = isForm(stream?.body) ? formFields(body.fields, stream.body) : jsonFields(side, json);
  return { input, form: parseStrictly(side, body.fields, form) };
}
