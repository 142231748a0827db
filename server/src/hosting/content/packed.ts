import type { PackedCoding } from '../../platform/serving/answers.ts';
import type { Purpose } from '../../platform/serving/purpose.ts';
import { typeOf } from '../../platform/serving/types.ts';
import type { Files } from './directory.ts';

/** A file that a build has compressed, as a browser uses it. */
export interface Packed {
  /** The type of what is inside. */
  type: string;
  coding: PackedCoding;
}

const NAME = /^(.+\.(js|mjs|cjs|css|svg|wasm|json|data|mem))\.(br|gz)$/i;
const SVGZ = /\.svgz$/i;

/** Who uses the content of a packed file. A script that fetches one may unpack it itself, so it gets the file. */
const USERS: Readonly<Record<string, readonly Purpose[]>> = {
  js: ['script', 'unknown'],
  mjs: ['script', 'unknown'],
  cjs: ['script', 'unknown'],
  css: ['style', 'unknown'],
  svg: ['image', 'unknown'],
  wasm: ['unknown'],
};
const SVGZ_USERS: readonly Purpose[] = ['image', 'document', 'unknown'];

/** Unity's loader fetches the parts of a build and expects the server to unpack them. */
const UNITY_PART = /^(.*)\.(?:framework\.js|wasm|data|symbols\.json|mem)\.(?:br|gz)$/i;
const UNITY_USERS: readonly Purpose[] = ['script', 'data', 'unknown'];

function isUnityPart(path: string, files: Files<unknown>): boolean {
  const build = UNITY_PART.exec(path)?.[1];
  return build !== undefined && ['', '.br', '.gz'].some((end) => files.has(`${build}.framework.js${end}`));
}

/** Returns whether a file may be served unpacked, so that its responses depend on the purpose. */
export const mayBePacked = (path: string): boolean => SVGZ.test(path) || NAME.test(path);

/** Returns how a file is unpacked for this purpose; null if it is served as it is. */
export function packedFor(path: string, purpose: Purpose, files: Files<unknown>): Packed | null {
  if (SVGZ.test(path)) {
    return SVGZ_USERS.includes(purpose) ? { type: typeOf(path.slice(0, -1)), coding: 'gzip' } : null;
  }
  const [, inner = '', extension = '', end = ''] = NAME.exec(path) ?? [];
  const isUsed =
    USERS[extension.toLowerCase()]?.includes(purpose) ||
    (UNITY_USERS.includes(purpose) && isUnityPart(path, files));
  return isUsed ? { type: typeOf(inner), coding: end.toLowerCase() === 'br' ? 'br' : 'gzip' } : null;
}
