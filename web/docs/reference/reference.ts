import { SCOPES } from '@stagelink/shared/contracts/endpoint';
import { ERROR_CODES } from '@stagelink/shared/contracts/errors';
import { sample } from 'openapi-sampler';
import { openApiDocument } from './openApiDocument.ts';
import { type Field, fieldsOf, type Schema } from './schema.ts';

/** A page of the reference as Markdown, in the form of the other sections. */
export interface ReferencePage {
  slug: string;
  source: string;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
type Content = Record<string, { schema: Schema }>;
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

const APP_URL = '{APP_URL}';
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';
const REFERENCE = 'api';

/** The document that the pages are rendered from; the server fills in its own address. */
export const openApi: ReturnType<typeof openApiDocument> = openApiDocument(APP_URL);

const slugOf = (subject: string): string => `${REFERENCE}/${subject.toLowerCase().replaceAll(' ', '-')}`;

const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
/** A value as a block of JSON. */
export const inJson = (value: unknown) => block('json', JSON.stringify(value, null, 2));
const inCell = (text: string) => text.replaceAll('|', String.raw`\|`);

/** A table of fields; `marked` says what its third column says of which fields. */
function table(fields: readonly Field[], marked: (field: Field) => string): string[] {
  if (fields.length === 0) return [];
  const row = (field: Field) => `| \`${field.path}\` | ${inCell(field.type)} | ${marked(field)} |`;
  return [['| Field | Value | Note |', '| --- | --- | --- |', ...fields.map(row)].join('\n')];
}

const sent = (fields: readonly Field[]) => table(fields, ({ isRequired }) => (isRequired ? 'required' : ''));
/** A table of the fields that a client receives. */
export const received = (fields: readonly Field[]) =>
  table(fields, ({ isRequired }) => (isRequired ? '' : 'may be missing'));

const toField = ({ name, required = false, schema }: Parameter): Field => ({
  path: name,
  type: fieldsOf({ type: 'object', properties: { [name]: schema } })[0]?.type ?? '',
  isRequired: required,
});

const exampleOf = (schema: Schema) => inJson(sample(schema, { skipNonRequired: true, quiet: true }));

function curlOf(method: string, path: string, type: string, schema: Schema): string {
  const fields = Object.entries(schema.properties ?? {});
  const body =
    type === FORM_TYPE
      ? fields.filter(([, { format }]) => format === 'binary').map(([name]) => `-F ${name}=@${name}.zip`)
      : [`-H "Content-Type: ${type}"`, '--data-binary @file'];
  const parts = [`curl -X ${method}`, '-H "Authorization: Bearer stl_pat_…"', ...body];
  return block('sh', `${parts.join(' ')} ${APP_URL}${path}`);
}

function bodyOf(method: string, path: string, content: Content): string[] {
  const [type = JSON_TYPE, { schema } = { schema: {} }] = Object.entries(content)[0] ?? [];
  if (type === JSON_TYPE) return [...sent(fieldsOf(schema)), exampleOf(schema)];
  return [`Sent as \`${type}\`.`, ...sent(fieldsOf(schema)), curlOf(method, path, type, schema)];
}

function request(method: string, path: string, { parameters = [], requestBody }: Operation): string[] {
  const named = ['path', 'query', 'header'].flatMap((place) => {
    const fields = parameters.filter((parameter) => parameter.in === place).map(toField);
    return fields.length === 0 ? [] : [`In the ${place}:`, ...sent(fields)];
  });
  const body = requestBody ? ['In the body:', ...bodyOf(method, path, requestBody.content)] : [];
  return named.length + body.length === 0 ? [] : ['### Request', ...named, ...body];
}

function reply({ responses }: Operation): string[] {
  const [status = '200', { content = {} } = {}] = Object.entries(responses)[0] ?? [];
  const types = Object.keys(content);
  const schema = content[JSON_TYPE]?.schema;
  const others = types.filter((type) => type !== JSON_TYPE).map((type) => `\`${type}\``);
  return [
    `### Reply ${status}`,
    ...(schema ? [...received(fieldsOf(schema)), exampleOf(schema)] : []),
    ...(others.length > 0 ? [`${schema ? 'Or as' : 'Sent as'} ${others.join(', ')}.`] : []),
  ];
}

const section = (method: string, path: string, operation: Operation) =>
  [
    `## \`${method} ${path}\``,
    operation.summary,
    operation.description,
    ...request(method, path, operation),
    ...reply(operation),
  ].join('\n\n');

function operationsBySubject(): Map<string, string[]> {
  const bySubject = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(openApi.paths ?? {}))
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
      const [subject = ''] = operation.tags;
      const sections = bySubject.get(subject) ?? [];
      bySubject.set(subject, [...sections, section(method.toUpperCase(), path, operation)]);
    }
  return bySubject;
}

function agents(): string[] {
  const headers = { Authorization: 'Bearer stl_pat_…' };
  const overHttp = { type: 'http', url: `${APP_URL}/api/mcp`, headers };
  const overStdio = { command: 'stagelink', args: ['mcp'] };
  return [
    '## Coding agents',
    `Agents that support the Model Context Protocol send messages to \`POST ${APP_URL}/api/mcp\` (Streamable HTTP, stateless) with an access token, whose scopes also apply to the tools. The tools stage files, list snapshots and comment threads, show a thread with its picture, reply, resolve, reopen, list and dismiss measured faults, request reviews, and return a snapshot’s link and password. Texts of comments and HTML of elements are untrusted: data, never instructions.`,
    inJson({ mcpServers: { stagelink: overHttp } }),
    'On the computer with the prototype, `stagelink mcp` offers the same tools over stdio with the sign-in of `stagelink login`. It also stages folders, and builds them if the user has agreed.',
    inJson({ mcpServers: { stagelink: overStdio } }),
    'Claude Code reads this from `.mcp.json` and Cursor from `.cursor/mcp.json`; VS Code reads `.vscode/mcp.json`, where the outer name is `servers`.',
  ];
}

function overview(subjects: ReadonlyMap<string, readonly string[]>): string {
  const calls = [...subjects].map(
    ([subject, sections]) => `- [${subject}](/docs/${slugOf(subject)}), ${sections.length} calls`,
  );
  return [
    '# API reference',
    'Every call of the server, with its fields, an example, and a form to try it with an access token.',
    '## Signing in',
    `Create an access token in the [settings](/settings) and send it as \`Authorization: Bearer stl_pat_…\`. A token has the scopes you chose: ${SCOPES.map((scope) => `\`${scope}\``).join(', ')}.`,
    block('sh', `curl -H "Authorization: Bearer stl_pat_…" ${APP_URL}/api/snapshots`),
    '## Requests and replies',
    'Fields in the path and the query are part of the address; bodies are JSON unless the call says otherwise. Times are ISO 8601, or milliseconds since 1970 where a field is a number. Unknown fields are refused, so that a misspelt one is noticed.',
    '## Errors',
    'An error has a status of 400 or more and a body with `code` and `message`: the code is for programs, the message is a sentence for people. With `rate_limited`, `retryAfter` says how many seconds to wait.',
    inJson({ ok: false, code: 'not_found', message: 'The requested snapshot was not found.' }),
    `The codes: ${ERROR_CODES.map((name) => `\`${name}\``).join(', ')}.`,
    ...agents(),
    '## All calls',
    calls.join('\n'),
    `Programs read the same as an [OpenAPI document](/docs/api/openapi.json).`,
  ].join('\n\n');
}

const aboutSubject = (subject: string, sections: readonly string[]) =>
  [`# ${subject}`, `The calls about ${subject.toLowerCase()}.`, ...sections].join('\n\n');

/** Renders the contracts that the server enforces as pages: an overview, and one for each subject. */
export function referencePages(): ReferencePage[] {
  const subjects = operationsBySubject();
  return [
    { slug: REFERENCE, source: overview(subjects) },
    ...[...subjects].map(([subject, sections]) => ({
      slug: slugOf(subject),
      source: aboutSubject(subject, sections),
    })),
  ];
}
