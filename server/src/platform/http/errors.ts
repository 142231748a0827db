import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';
import type { ExistingLink } from '@stagelink/shared/contracts/folderLinks';
import type { FoundSecret } from '@stagelink/shared/contracts/secrets';
import { ArchiveError } from '@stagelink/shared/staging/node/archive/errors';
import type { Context, Middleware } from 'koa';
import knex from 'knex';
import * as z from 'zod';

/** An error the client may see. `message` is a sentence for the user. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;
  readonly secrets: readonly FoundSecret[] | undefined;
  readonly link: ExistingLink | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      field?: string;
      retryAfter?: number;
      secrets?: readonly FoundSecret[];
      link?: ExistingLink;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.field = more.field;
    this.retryAfter = more.retryAfter;
    this.secrets = more.secrets;
    this.link = more.link;
  }
}

export const notFound = (what = 'That') => new AppError('not_found', `${what} could not be found.`);
/** No route matches the request. */
const noRoute = ({ method, path }: Pick<Context, 'method' | 'path'>) =>
  path.startsWith('/api/')
    ? new AppError('not_found', `There is no call ${method} ${path}.`)
    : notFound('That page');
export const unavailable = (cause?: unknown) =>
  new AppError('unavailable', 'The service is temporarily unavailable. Please try again in a moment.', {
    cause,
  });
/** `Retry-After` of temporary failures. */
const RETRY_SECONDS = 2;

/** More requests than the database can answer: expected under load, so it causes no alarm. */
export const busy = () =>
  new AppError('unavailable', 'Stagelink is busy right now. Please try again in a moment.', {
    retryAfter: RETRY_SECONDS,
  });

export const STATUS: Record<ErrorCode, number> = {
  invalid_input: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  password_required: 401,
  wrong_password: 401,
  forbidden: 403,
  email_unverified: 403,
  plan_limit: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  email_taken: 409,
  link_exists: 409,
  upload_incomplete: 409,
  gone: 410,
  too_large: 413,
  unsupported_media_type: 415,
  invalid_manifest: 422,
  invalid_archive: 422,
  hash_mismatch: 422,
  secret_found: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  model_silent: 503,
  model_busy: 503,
  model_misconfigured: 503,
  no_answer: 500,
  storage_full: 507,
};

/**
 * Postgres error classes worth a retry: connection, deadlock, resources, operator, I/O, and the time limits of a
 * statement, a lock and an idle transaction.
 */
const PASSING_SQL_STATE = /^(08|40|53|57P|58|57014|55P03|25P03)/;
const PASSING_SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE']);
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** A NUL or half of a surrogate pair in a text: valid JSON that Postgres cannot store. */
const UNSTORABLE = new Set(['22021', '22P05', '22P02']);

/** A number outside its column's range, or an invalid date. */
const OUT_OF_RANGE = new Set(['22003', '22007', '22008']);

/** A foreign key to a row that was deleted after the access check. */
const DELETED_MEANWHILE = '23503';

function isTransient(cause: Error): boolean {
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return (
    PASSING_SQL_STATE.test(code) ||
    PASSING_SYSTEM.has(code) ||
    /Connection terminated|Client has encountered a connection error|Connection ended/i.test(cause.message)
  );
}

function fromZod(error: z.core.$ZodError): AppError {
  const issue = error.issues[0];
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const field = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.');
  const message = unknown === undefined ? issue?.message : `There is no field named “${unknown}”.`;
  return new AppError('invalid_input', message ?? 'The input is invalid.', { field, cause: error });
}

/** Maps anything thrown to the error the client sees. Unknown errors are masked. */
export function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof z.core.$ZodError) return fromZod(cause);
  if (cause instanceof ArchiveError) return new AppError(cause.code, cause.message, { cause });
  if (cause instanceof Error) {
    if ('code' in cause && NO_SPACE.has(String(cause.code))) {
      return new AppError('storage_full', 'The server has run out of space. Nothing was changed.', { cause });
    }
    if ('code' in cause && UNSTORABLE.has(String(cause.code))) {
      return new AppError('invalid_input', 'A text contains characters that cannot be stored.', { cause });
    }
    if ('code' in cause && OUT_OF_RANGE.has(String(cause.code))) {
      return new AppError('invalid_input', 'A number or a date is out of range.', { cause });
    }
    if ('code' in cause && cause.code === DELETED_MEANWHILE) {
      return new AppError('conflict', 'The object this refers to was just deleted.', { cause });
    }
    if (cause instanceof knex.KnexTimeoutError) return busy();
    if (isTransient(cause)) return unavailable(cause);
  }
  return new AppError('internal', 'The server failed to process this request. Please try again.', { cause });
}

const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'unauthenticated',
  'password_required',
  'forbidden',
  'not_found',
  'gone',
]);

/** Returns whether an access check denied access, as opposed to failing. */
export const isRefusal = (cause: unknown) => cause instanceof AppError && REFUSALS.has(cause.code);

/** A failure, as opposed to a feature that is not configured. */
const isFault = ({ code, cause }: AppError) =>
  code === 'internal' || (code === 'unavailable' && cause !== undefined);

/** The only place where an error becomes a status code. */
export function handleErrors(): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null) throw noRoute(ctx);
    } catch (cause) {
      const error = toAppError(cause);
      if (isFault(error)) ctx.app.emit('error', cause, ctx);
      // The unread rest of a body would be parsed as the next request on this connection.
      if (!ctx.req.complete) ctx.set('Connection', 'close');
      const retryAfter = error.retryAfter ?? (error.code === 'unavailable' ? RETRY_SECONDS : undefined);
      if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
      if (error.code === 'unauthenticated') ctx.set('WWW-Authenticate', 'Bearer');
      ctx.status = STATUS[error.code];
      ctx.message = STATUS_CODES[ctx.status] ?? '';
      ctx.set('Cache-Control', 'no-store');
      ctx.body = {
        ok: false,
        code: error.code,
        message: error.message,
        field: error.field,
        secrets: error.secrets,
        link: error.link,
        requestId: ctx.state['requestId'],
        retryAfter: error.retryAfter,
      };
    }
  };
}
