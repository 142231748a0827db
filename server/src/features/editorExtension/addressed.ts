import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants } from 'node:zlib';
import { readZip } from '@stagelink/shared/staging/node/archive/readZip';
import * as z from 'zod';
import { type ZipEntry, zipOf } from '../../platform/http/zip.ts';

/** Where a package keeps the server that it stages to. */
export interface AddressEntry {
  file: string;
  /** Returns the file with the address of this server. */
  write: (text: string, serverUrl: string) => string;
}

const Manifest = z.looseObject({
  contributes: z.looseObject({
    configuration: z.looseObject({
      properties: z.looseObject({ 'stagelink.server': z.looseObject({ default: z.string() }) }),
    }),
  }),
});

/** The default of the editor's setting. */
export const IN_EDITOR: AddressEntry = {
  file: 'extension/package.json',
  write(text, serverUrl) {
    const manifest = Manifest.parse(JSON.parse(text));
    manifest.contributes.configuration.properties['stagelink.server'].default = serverUrl;
    return JSON.stringify(manifest, null, 2);
  },
};

export const IN_BROWSER: AddressEntry = {
  file: 'server.json',
  write: (_text, serverUrl) => JSON.stringify({ server: serverUrl }),
};

/** The package was built here. */
const TRUSTED = { files: Infinity, entries: Infinity, bytes: Infinity, ratio: Infinity, tooLarge: '' };

async function* addressed(
  serverUrl: string,
  { file, write }: AddressEntry,
  packed: Buffer,
): AsyncGenerator<ZipEntry> {
  for await (const { path, body } of readZip(Readable.from([packed]), TRUSTED)) {
    const content = await buffer(body);
    yield {
      name: path,
      content: path === file ? Buffer.from(write(content.toString(), serverUrl)) : content,
    };
  }
}

/** Returns a zipped package that stages to this server; built once, it is offered by servers at any address. */
export const addressedTo = (serverUrl: string, entry: AddressEntry, packed: Buffer): Promise<Buffer> =>
  buffer(zipOf(addressed(serverUrl, entry, packed), constants.Z_BEST_COMPRESSION));
