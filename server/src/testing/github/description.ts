import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

// Requests to GitHub as its public description has them (`api.json`), closed: an unknown parameter is refused.

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  [keyword: string]: unknown;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  schema: Schema;
}

interface Content {
  content?: { 'application/json': { schema: Schema } };
}

interface Operation {
  operationId: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter> };
}

const text = readFileSync(new URL('./api.json', import.meta.url), 'utf8');
/** Turns `nullable` of version 3.0 of OpenAPI into JSON Schema: Ajv refuses it without a type, and beside an `enum`. */
function withNull(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('nullable' in value)) return value;
  if (typeof value.nullable !== 'boolean') return value;
  const { nullable: isNullable, ...schema } = value;
  return isNullable ? { anyOf: [schema, { type: 'null' }] } : schema;
}
const { paths, components } = JSON.parse(text, withNull) as Description;
const ajv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: false });
/** Parameters arrive as text. */
const coercing = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true });

/** The operations whose replies the stand-in shortens to what a client may rely on. */
const SHORTENED = new Set(['repos/list-pull-requests-associated-with-commit']);

export interface KnownOperation {
  id: string;
  /** Names of the parts of the path, and their values. */
  path: Record<string, string>;
  /** Returns why GitHub would refuse a request, or null. */
  faultOf: (query: URLSearchParams, body: unknown) => string | null;
  /** Throws when a reply is not what GitHub would send. */
  assertReply: (status: number, reply: unknown) => void;
}

const resolve = (parameter: Operation['parameters'][number]): Parameter => {
  if (!('$ref' in parameter)) return parameter;
  const found = components.parameters[parameter.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`${parameter.$ref} is not described`);
  return found;
};

/** Closes the properties that a request may have. */
const closed = (schema: Schema): Schema =>
  schema.properties ? { ...schema, unevaluatedProperties: false } : schema;

const compiled = new Map<Schema, ValidateFunction>();
function compile(schema: Schema, close: boolean): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const validate = ajv.compile({ ...(close ? closed(schema) : schema), components });
  compiled.set(schema, validate);
  return validate;
}

function faultOfParameters(
  operation: Operation,
  where: Parameter['in'],
  given: Record<string, string>,
): string | null {
  const known = operation.parameters.map(resolve).filter((parameter) => parameter.in === where);
  const properties = Object.fromEntries(known.map(({ name, schema }) => [name, schema]));
  const validate = coercing.compile({ type: 'object', properties, additionalProperties: false });
  return validate({ ...given }) ? null : coercing.errorsText(validate.errors);
}

function faultOfBody({ requestBody }: Operation, body: unknown): string | null {
  const schema = requestBody?.content?.['application/json'].schema;
  if (!schema) return body === undefined ? null : 'This takes no body';
  const validate = compile(schema, true);
  return validate(body) ? null : ajv.errorsText(validate.errors);
}

function assertReplyOf({ operationId, responses }: Operation, status: number, reply: unknown): void {
  const response = responses[String(status)];
  if (!response) throw new Error(`${operationId} never answers ${status}`);
  const schema = response.content?.['application/json'].schema;
  if (!schema || SHORTENED.has(operationId)) return;
  const validate = compile(schema, false);
  if (!validate(reply))
    throw new Error(`${operationId} answers otherwise: ${ajv.errorsText(validate.errors)}`);
}

/** Returns the operation that a request means, or null. */
export function operationFor(method: string, pathname: string): KnownOperation | null {
  for (const [template, operations] of Object.entries(paths)) {
    const pattern = template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(pathname);
    const operation = operations[method.toLowerCase()];
    if (!match || !operation) continue;
    const path = { ...match.groups };
    return {
      id: operation.operationId,
      path,
      faultOf: (query, body) =>
        faultOfParameters(operation, 'path', path) ??
        faultOfParameters(operation, 'query', Object.fromEntries(query)) ??
        faultOfBody(operation, body),
      assertReply: (status, reply) => assertReplyOf(operation, status, reply),
    };
  }
  return null;
}
