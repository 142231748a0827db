import { buffer } from 'node:stream/consumers';
import { ZipArchive } from 'archiver';

/** Builds a zip with one file. */
export async function zipOf(name: string, text: string): Promise<Buffer> {
  const archive = new ZipArchive();
  archive.append(text, { name });
  const [zip] = await Promise.all([buffer(archive), archive.finalize()]);
  return zip;
}
