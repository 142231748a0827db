import { constants } from 'node:zlib';
import compress from 'koa-compress';
import type { Middleware } from 'koa';

/** Smaller responses fit in a few packets anyway. */
const THRESHOLD_BYTES = 4096;

const compressed = compress({
  threshold: THRESHOLD_BYTES,
  filter: (type) => /^(application\/json|text\/)/.test(type),
  // Lists shrink to a tenth at the fastest level; higher levels cost more than they save.
  gzip: { level: constants.Z_BEST_SPEED },
  br: false,
  zstd: false,
  deflate: false,
});

/**
 * Compresses long responses of GET requests. Other responses may contain a fresh secret next to client input, and a
 * compressed length would leak how similar they are (BREACH).
 */
export const compressReading = (): Middleware => (ctx, next) =>
  ctx.method === 'GET' ? compressed(ctx, next) : next();
