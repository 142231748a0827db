import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { Failure, invalid } from './failure.ts';

// Stripe's API as its own type declarations describe it (`api.json`). Requests are closed, replies are open.

export interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

interface Description {
  'x-api-version': string;
  operations: Record<string, { request: Schema; reply: Schema }>;
  $defs: Record<string, Schema>;
}

const file = new URL('./api.json', import.meta.url);
const description = JSON.parse(readFileSync(file, 'utf8')) as Description;

export const API_VERSION = description['x-api-version'];

/** A request as the description names it. */
export interface Operation {
  name: string;
  /** Values of the `{placeholders}` in its path. */
  path: Record<string, string>;
}

const operations = Object.keys(description.operations).map((name) => {
  const [method = '', path = ''] = name.split(' ');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, placeholder = '']) => placeholder);
  return { name, method, names, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`) };
});

/** Returns the operation of a request. Fixed paths win over placeholders. */
export function findOperation(method: string, path: string): Operation | null {
  const found = operations
    .filter((operation) => operation.method === method && operation.pattern.test(path))
    .toSorted((a, b) => a.names.length - b.names.length)[0];
  if (!found) return null;
  const values = found.pattern.exec(path)?.slice(1) ?? [];
  const pairs = found.names.map((name, at) => [name, decodeURIComponent(values[at] ?? '')]);
  return { name: found.name, path: Object.fromEntries(pairs) as Record<string, string> };
}

const ID = 'stripe';
/** The whole description is one schema, so that a type that several operations use is compiled once. */
const validators = new Ajv2020({ strict: false }).addSchema({ ...description, $id: ID });

function validatorOf(name: string, part: 'request' | 'reply'): ValidateFunction {
  const pointer = name.replaceAll('/', '~1');
  const validate = validators.getSchema(`${ID}#/operations/${encodeURIComponent(pointer)}/${part}`);
  if (!validate) throw new Error(`The description has no ${name}`);
  return validate;
}

/** Writes a JSON pointer as Stripe writes a parameter: `items[0][price]`. */
function paramOf(pointer: string, last?: string): string {
  const [first = '', ...rest] = [...pointer.split('/').slice(1), ...(last === undefined ? [] : [last])];
  return first + rest.map((part) => `[${part}]`).join('');
}

type Explain = (error: ErrorObject) => Failure;

/** How Stripe words each kind of mistake, most specific first. */
const EXPLANATIONS: [keyword: string, explain: Explain][] = [
  [
    'additionalProperties',
    ({ instancePath, params }) => {
      const param = paramOf(instancePath, String(params['additionalProperty']));
      return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
    },
  ],
  [
    'required',
    ({ instancePath, params }) => {
      const param = paramOf(instancePath, String(params['missingProperty']));
      return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
    },
  ],
  [
    'enum',
    ({ instancePath, params }) => {
      const param = paramOf(instancePath);
      const allowed = (params['allowedValues'] as string[]).join(', ');
      return invalid(`Invalid ${param}: must be one of ${allowed}`, { param });
    },
  ],
];

function explain(errors: ErrorObject[]): Failure {
  for (const [keyword, explanation] of EXPLANATIONS) {
    const error = errors.find((candidate) => candidate.keyword === keyword);
    if (error) return explanation(error);
  }
  const param = paramOf(errors[0]?.instancePath ?? '');
  return invalid(`Invalid value for ${param}: ${errors[0]?.message}`, { param });
}

/** The schemas that a value may fit. */
export function branchesOf(schema: Schema): Schema[] {
  if (schema.$ref !== undefined)
    return branchesOf(description.$defs[schema.$ref.replace('#/$defs/', '')] ?? {});
  return schema.anyOf?.flatMap(branchesOf) ?? [schema];
}

export const replySchemaOf = (name: string): Schema => description.operations[name]?.reply ?? {};

function readText(branches: Schema[], text: string): unknown {
  const takesText = branches.some(
    (branch) => branch.type === 'string' && branch.enum?.includes(text) !== false,
  );
  if (takesText) return text;
  const takes = (type: string) => branches.some((branch) => branch.type === type);
  if (takes('number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return takes('boolean') && (text === 'true' || text === 'false') ? text === 'true' : text;
}

/** Form fields are text: reads numbers and booleans where the schema has them, and keeps text where it may be text. */
function readForm(schema: Schema, value: unknown): unknown {
  const branches = branchesOf(schema);
  if (typeof value === 'string') return readText(branches, value);
  if (Array.isArray(value)) {
    const { items = {} } = branches.find(({ type }) => type === 'array') ?? {};
    return value.map((entry) => readForm(items, entry));
  }
  const { properties = {} } = branches.find((branch) => branch.properties) ?? {};
  const entries = Object.entries(value as object).map(([name, entry]) => [
    name,
    readForm(properties[name] ?? {}, entry),
  ]);
  return Object.fromEntries(entries);
}

/** Returns a form's parameters, or throws Stripe’s error if they do not fit the operation. */
export function readRequest(name: string, form: unknown): Record<string, unknown> {
  const parameters = readForm(description.operations[name]?.request ?? {}, form);
  const validate = validatorOf(name, 'request');
  if (!validate(parameters)) throw explain(validate.errors ?? []);
  return parameters as Record<string, unknown>;
}

/** Throws if a reply is not what Stripe would answer: the stand-in itself is wrong then. */
export function checkReply(name: string, reply: unknown): void {
  const validate = validatorOf(name, 'reply');
  if (validate(reply)) return;
  const reasons = validators.errorsText(validate.errors, { dataVar: 'reply' });
  throw new Error(`The stand-in’s reply to ${name} does not fit the description: ${reasons}`);
}

/** The plainest value a schema allows: null, nothing, zero or the first choice. */
function plainValue(schema: Schema): unknown {
  if (schema.$ref !== undefined) return plainObject(schema.$ref.replace('#/$defs/', ''));
  if (schema.anyOf) {
    const isNullable = schema.anyOf.some(({ type }) => type === 'null');
    return isNullable ? null : plainValue(schema.anyOf[0] ?? {});
  }
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type.at(-1) : schema.type;
  if (type === 'object') return requiredFields(schema);
  return { string: '', number: 0, boolean: false, array: [] as unknown[], null: null }[type ?? 'null'];
}

function requiredFields({ required = [], properties = {} }: Schema): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, plainValue(properties[name] ?? {})]));
}

function plainObject(name: string): Record<string, unknown> {
  const schema = description.$defs[name];
  if (!schema) throw new Error(`The description has no ${name}`);
  return requiredFields(schema);
}

/** Returns an object of this type with every required field, and these values. */
export const build = <T extends object>(name: string, values: Partial<T>): T =>
  ({ ...plainObject(name), ...values }) as T;
