import { createHash, randomUUID } from 'node:crypto';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import {
  createSnapshot,
  finalizeUpload,
  type ManifestFile,
  sendBlobs,
  type Staged,
} from '@stagelink/shared/contracts/staging';
import { forgeZip } from './forgeZip.ts';
import type { Person } from './builders.ts';
import type { World } from './world.ts';

/** Contents by path. */
export type Files = Record<string, string | Buffer>;

export const sha256Of = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

export const manifestOf = (files: Files): ManifestFile[] =>
  Object.entries(files).map(([path, content]) => ({
    path,
    size: Buffer.byteLength(content),
    sha256: sha256Of(content),
  }));

/** Packs the contents as an upload's archive. */
export function blobZip(contents: (string | Buffer)[]): Buffer {
  const byHash = new Map(contents.map((content) => [sha256Of(content), content]));
  return forgeZip([...byHash].map(([name, data]) => ({ name, data, deflate: data.length > 100 })));
}

export const asZip = (body: Buffer) => ({ type: 'application/zip', body });

/** Encodes the files as a form, each named by its path. */
export function asForm(files: Files): { type: string; body: Buffer } {
  const boundary = `----${randomUUID()}`;
  const parts = Object.entries(files).flatMap(([path, content]) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${path}"\r\n` +
        `Content-Type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

type StageOptions = Partial<Omit<Input<typeof createSnapshot>, 'files'>>;

/** Stages the files like a client: create an upload, send missing blobs, finalize. */
export async function stage(
  world: World,
  person: Person,
  files: Files,
  options: StageOptions = {},
): Promise<Staged> {
  const call = world.as(person);
  const offer = { source: { client: 'cli' } as const, ...options, files: manifestOf(files) };
  const { uploadId, missing } = await call(createSnapshot, offer);
  if (missing.length > 0) {
    const wanted = Object.values(files).filter((content) => missing.includes(sha256Of(content)));
    await call(sendBlobs, { uploadId }, asZip(blobZip(wanted)));
  }
  return call(finalizeUpload, { uploadId });
}
