import { existsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Call, isSuccess, requestFor, type Send, toError } from '../../client/call.ts';
import { UserError } from '../../client/userError.ts';
import { downloadVersion, type VersionDownload } from '../../contracts/downloads.ts';

export interface SavedVersion extends VersionDownload {
  /** Absolute path of the zip. */
  file: string;
}

interface Client {
  send: Send;
  call: Call;
}

interface SaveOptions {
  id: string;
  version: number;
  /** Path of the zip, or of an existing folder for it. */
  target: string;
  /** Replaces an existing file; otherwise it is an error. */
  overwrite?: boolean;
}

const isFolder = (target: string) => statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;

function fileFor({ target, overwrite }: SaveOptions, fileName: string): string {
  const file = path.resolve(isFolder(target) ? path.join(target, path.basename(fileName)) : target);
  if (overwrite || !existsSync(file)) return file;
  throw new UserError(
    'file_exists',
    `${file} exists already.`,
    'Choose another name for the zip, or move the file away.',
  );
}

const unwritable = (file: string, cause: unknown) =>
  new UserError(
    'unwritable',
    `${file} could not be written: ${cause instanceof Error ? cause.message : String(cause)}.`,
    'Choose another place for the zip.',
    { cause },
  );

/** Receives the zip into a file. The disk's errors are kept apart from those of the connection. */
async function receive(
  { send }: Pick<Client, 'send'>,
  { id, version }: SaveOptions,
  file: string,
): Promise<void> {
  const output = await open(file, 'w').catch((cause: unknown) => {
    throw unwritable(file, cause);
  });
  const failures: unknown[] = [];
  const save = async (body: AsyncIterable<Uint8Array>) => {
    for await (const chunk of body)
      await output.writeFile(chunk).catch((cause) => {
        failures.push(cause);
        throw cause;
      });
  };
  try {
    const response = await send({ ...requestFor(downloadVersion, { id, version, format: 'zip' }), save });
    if (!isSuccess(response)) throw toError(downloadVersion, response);
  } catch (cause) {
    throw failures.length > 0 ? unwritable(file, failures[0]) : cause;
  } finally {
    await output.close();
  }
}

/** Saves a version as a zip: complete, or not at all. Returns where it is and which files have another name in it. */
export async function saveVersion(client: Client, options: SaveOptions): Promise<SavedVersion> {
  const { id, version } = options;
  const description = await client.call(downloadVersion, { id, version });
  const file = fileFor(options, description.fileName);
  const part = `${file}.part`;
  try {
    await receive(client, options, part);
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
  return { ...description, file };
}

/** One line for each file that has another name in the zip. */
export const renamedLines = ({ renamed }: Pick<VersionDownload, 'renamed'>): string[] =>
  renamed.map(({ path: from, name }) => `“${from}” is called “${name}” in the zip.`);
