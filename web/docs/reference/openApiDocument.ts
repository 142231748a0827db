import { type Endpoint, type FormBody, sendsJson } from '@stagelink/shared/contracts/endpoint';
import { endpointsBySubject, SUBJECTS } from '@stagelink/shared/contracts/endpoints';
import { ErrorReply } from '@stagelink/shared/contracts/errors';
import { IdempotencyKey } from '@stagelink/shared/contracts/staging';
import * as z from 'zod';
import {
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';

const binary = z.string().meta({ format: 'binary' });
/** Content of a reply by content type. */
function replyContent({ reply: schema, replyKind, events }: Endpoint): ZodOpenApiContentObject {
  if (replyKind === 'events') return { 'text/event-stream': { schema } };
  const file = replyKind === 'file' && { 'application/octet-stream': { schema: binary } };
  return {
    'application/json': { schema },
    ...file,
    ...(events && { 'text/event-stream': { schema: events } }),
  };
}

/** Files of a form, several of one name as a list. */
const filesOf = (files: FormBody['files']) =>
  Object.fromEntries(
    Object.entries(files).map(([name, { max }]) => [name, z.optional(max === 1 ? binary : z.array(binary))]),
  );

/** Content of a body that is not described by `input`, by content type. */
function bodyContent(body: Endpoint['body']): ZodOpenApiContentObject {
  switch (body?.kind) {
    case 'form': {
      const form = z.object({ ...body.fields.shape, ...filesOf(body.files) });
      return { 'multipart/form-data': { schema: form }, 'application/json': { schema: body.fields } };
    }
    case 'stream':
      return Object.fromEntries(body.types.map((type) => [type, { schema: binary }]));
    case 'raw':
      return { '*/*': { schema: binary } };
    default:
      return {};
  }
}

function partOf(input: Endpoint['input'], names: string[]): z.ZodObject | undefined {
  const fields = Object.entries(input.shape).filter(([name]) => names.includes(name));
  return fields.length === 0 ? undefined : z.object(Object.fromEntries(fields));
}

function whoMayCall({ auth, tokenScope }: Endpoint): string {
  if (auth === 'public') return 'Public.';
  if (auth === 'superadmin') return 'Requires a session of a superadmin; access tokens are rejected.';
  if (tokenScope === 'none') return 'Requires a session; access tokens are rejected.';
  return tokenScope === 'any'
    ? 'Requires a session or any access token.'
    : `Requires a session, or an access token with the scope \`${tokenScope}\`.`;
}

const IDEMPOTENCY_HEADER = z.object({ 'Idempotency-Key': z.optional(IdempotencyKey) });

function requestOf(endpoint: Endpoint): Pick<ZodOpenApiOperationObject, 'requestParams' | 'requestBody'> {
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const rest = partOf(
    endpoint.input,
    Object.keys(endpoint.input.shape).filter((name) => !inPath.includes(name)),
  );
  const path = partOf(endpoint.input, inPath);
  const isJson = sendsJson(endpoint);
  const requestParams = {
    ...(path && { path }),
    ...(!isJson && rest && { query: rest }),
    ...(endpoint.takesIdempotencyKey && { header: IDEMPOTENCY_HEADER }),
  };
  const content = isJson && rest ? { 'application/json': { schema: rest } } : bodyContent(endpoint.body);
  if (Object.keys(content).length === 0) return { requestParams };
  return { requestParams, requestBody: { required: true, content } };
}

function operation(subject: string, name: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  return {
    operationId: name,
    tags: [subject],
    summary: endpoint.summary,
    description: whoMayCall(endpoint),
    ...(endpoint.auth !== 'public' ? { security: [{ bearer: [] }] } : { security: [] }),
    ...requestOf(endpoint),
    responses: {
      [String(endpoint.status ?? 200) as '200']: {
        description: 'Done.',
        content: replyContent(endpoint),
      },
      default: {
        description: 'An error: `code` says what is wrong, `message` is a sentence for the user.',
        content: { 'application/json': { schema: ErrorReply } },
      },
    },
  };
}

/** Every integer of a contract is safe in JavaScript, which its schema need not say. */
export function dropSafeBounds(schema: { minimum?: number; maximum?: number }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Renders the contracts that the server enforces as an OpenAPI document. */
export function openApiDocument(serverUrl: string): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {};
  for (const [subject, name, endpoint] of endpointsBySubject()) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(subject, name, endpoint) };
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Stagelink API',
        version: '1',
        description:
          'Stage prototypes and manage their links. Send a session or an access token as `Authorization: Bearer …`.',
      },
      servers: [{ url: serverUrl }],
      tags: SUBJECTS.map((name) => ({ name })),
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      paths,
    },
    { override: ({ jsonSchema }) => dropSafeBounds(jsonSchema) },
  );
}
