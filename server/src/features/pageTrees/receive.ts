import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { canonicalJson } from '@stagelink/shared/locator/tree/canonicalJson';
import { TREE_JSON_BYTES } from '@stagelink/shared/locator/tree/limits';
import { PageTree } from '@stagelink/shared/locator/tree/pageTree';
import { AppError } from '../../platform/http/errors.ts';

const inflated = promisify(inflate);
const deflated = promisify(deflate);

const invalid = (cause?: unknown) =>
  new AppError('invalid_input', 'This is not the page tree that the hash names.', { field: 'hash', cause });

/** Returns the JSON of deflated bytes; bounded, because few bytes may inflate to many. */
export async function inflateTree(bytes: Buffer): Promise<string> {
  const json = await inflated(bytes, { maxOutputLength: TREE_JSON_BYTES });
  return new TextDecoder('utf-8', { fatal: true }).decode(json);
}

async function readTree(bytes: Buffer): Promise<{ json: string; tree: PageTree }> {
  try {
    const json = await inflateTree(bytes);
    return { json, tree: PageTree.parse(JSON.parse(json)) };
  } catch (cause) {
    throw invalid(cause);
  }
}

/** Checks a tree that a client sent, and returns it as it is stored. Only its canonical JSON is accepted. */
export async function receiveTree(bytes: Buffer, hash: string, nodes: readonly number[]): Promise<Buffer> {
  const { json, tree } = await readTree(bytes);
  if (canonicalJson(tree) !== json || createHash('sha256').update(json).digest('hex') !== hash)
    throw invalid();
  if (nodes.some((node) => node >= tree.nodes.length)) {
    throw new AppError('invalid_input', 'The page tree has no such element.', { field: 'pins' });
  }
  // Anything may follow the end of deflated bytes that a client made.
  return deflated(json);
}
