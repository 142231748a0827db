import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import * as z from 'zod';

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

/** The first date that a zip can hold: the same server offers the same bytes. */
const DATE = new Date(1980, 0, 1);

/** Returns a zipped package that stages to this server; built once, it is offered by servers at any address. */
export function addressedTo(serverUrl: string, { file, write }: AddressEntry, packed: Buffer): Buffer {
  const files = unzipSync(packed);
  const entry = files[file];
  // Built by an older release, for one address.
  if (!entry) return packed;
  files[file] = strToU8(write(strFromU8(entry), serverUrl));
  return Buffer.from(zipSync(files, { level: 9, mtime: DATE }));
}
