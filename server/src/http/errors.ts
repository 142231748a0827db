import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';
import type { Middleware } from 'koa';
import knex from 'knex';
import * as z from 'zod';

/** Something went wrong in a way the caller can be told about. `message` is a sentence for the person. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { field?: string; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.field = more.field;
    this.retryAfter = more.retryAfter;
  }
}

export const notFound = (what = 'That') => new AppError('not_found', `${what} could not be found.`);
export const unavailable = (cause?: unknown) =>
  new AppError('unavailable', 'The service is not available for a moment. Please try again shortly.', {
    cause,
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
  upload_incomplete: 409,
  gone: 410,
  too_large: 413,
  unsupported_media_type: 415,
  invalid_manifest: 422,
  invalid_archive: 422,
  hash_mismatch: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
};

/**
 * Error classes of Postgres that mean "not now", not "never": connection, two that wait for each other, resources,
 * operator, I/O, and the limits of time for a statement, a lock and an idle transaction.
 */
const PASSING_SQL_STATE = /^(08|40|53|57P|58|57014|55P03|25P03)/;
const PASSING_SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE']);
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** A NUL, or half of a surrogate pair, in a text: valid JSON that Postgres cannot keep. */
const UNSTORABLE = new Set(['22021', '22P05', '22P02']);

/** A number too large or too small for its column, or a moment that is in no calendar. */
const OUT_OF_RANGE = new Set(['22003', '22007', '22008']);

/** A foreign key that points to nothing: the row was there when somebody asked whose it is. */
const DELETED_MEANWHILE = '23503';

function isPassing(cause: Error): boolean {
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return (
    cause instanceof knex.KnexTimeoutError ||
    PASSING_SQL_STATE.test(code) ||
    PASSING_SYSTEM.has(code) ||
    /Connection terminated|Client has encountered a connection error|Connection ended/i.test(cause.message)
  );
}

function fromZod(error: z.core.$ZodError): AppError {
  const issue = error.issues[0];
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const field = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.');
  const message = unknown === undefined ? issue?.message : `There is no field named “${unknown}” here.`;
  return new AppError('invalid_input', message ?? 'That is not valid.', { field, cause: error });
}

/** What the caller is told about anything thrown. Unknown things become a bland sentence. */
export function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof z.core.$ZodError) return fromZod(cause);
  if (cause instanceof Error) {
    if ('code' in cause && NO_SPACE.has(String(cause.code))) {
      return new AppError('storage_full', 'The server has run out of space. Nothing was changed.', { cause });
    }
    if ('code' in cause && UNSTORABLE.has(String(cause.code))) {
      return new AppError('invalid_input', 'A text holds characters that cannot be stored.', { cause });
    }
    if ('code' in cause && OUT_OF_RANGE.has(String(cause.code))) {
      return new AppError('invalid_input', 'A number or a date is beyond what can be stored.', { cause });
    }
    if ('code' in cause && cause.code === DELETED_MEANWHILE) {
      return new AppError('conflict', 'What this belongs to has just been deleted.', { cause });
    }
    if (isPassing(cause)) return unavailable(cause);
  }
  return new AppError('internal', 'Something went wrong on our side. Please try again.', { cause });
}

const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'unauthenticated',
  'password_required',
  'forbidden',
  'not_found',
  'gone',
]);

/** Whether an access check said no, as opposed to not having been able to answer. */
export const isRefusal = (cause: unknown) => cause instanceof AppError && REFUSALS.has(cause.code);

/** What is not available for a moment is worth another attempt after this time. */
const RETRY_SECONDS = 2;

/** Something broke, as opposed to something this server was never set up for. */
const isFault = ({ code, cause }: AppError) =>
  code === 'internal' || (code === 'unavailable' && cause !== undefined);

/** The only place where an error becomes a status code. */
export function answerErrors(): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null) throw notFound('That page');
    } catch (cause) {
      const error = toAppError(cause);
      if (isFault(error)) ctx.app.emit('error', cause, ctx);
      // A body that was not read to its end would be taken for the next request on this connection.
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
        requestId: ctx.state['requestId'],
        retryAfter: error.retryAfter,
      };
    }
  };
}
