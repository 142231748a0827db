import { constants } from 'node:zlib';
import compress from 'koa-compress';
import type { Middleware } from 'koa';

/** Below this a packet or two carry it anyway. */
const THRESHOLD_BYTES = 4096;

const compressed = compress({
  threshold: THRESHOLD_BYTES,
  filter: (type) => /^(application\/json|text\/)/.test(type),
  // Lists shrink to a tenth at once; more effort would cost more than it saves.
  gzip: { level: constants.Z_BEST_SPEED },
  br: false,
  zstd: false,
  deflate: false,
});

/**
 * Compresses long answers for whoever takes them so. Only what is read: an answer that holds a fresh secret beside what
 * its asker has sent must not tell by its length how alike they are.
 */
export const compressReading = (): Middleware => (ctx, next) =>
  ctx.method === 'GET' ? compressed(ctx, next) : next();
