import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { type Call, createClient } from '@stagelink/shared/client/call';
import { register } from '@stagelink/shared/contracts/accounts';
import { listComments, postComment } from '@stagelink/shared/contracts/comments';
import { getSnapshot, listSnapshots, viewSnapshot } from '@stagelink/shared/contracts/snapshots';
import {
  createSnapshot,
  finalizeUpload,
  getUpload,
  sendBlobs,
  type Staged,
} from '@stagelink/shared/contracts/staging';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asCommentForm } from '../../server/src/testing/comments.ts';
import { asZip, blobZip, type Files, manifestOf, sha256Of } from '../../server/src/testing/stage.ts';
import { IS_LONG } from '../support/longForm.ts';
import { newDataDir, type Server, startServer } from '../support/server.ts';

// The real server as a process, killed without warning and restarted on the same data.

let dataDir: string;
let server: Server;
let token: string;

const port = () => Number(new URL(server.url).port);

const call: Call = (endpoint, input, stream) =>
  createClient(async ({ method, path, json, stream: sent }) => {
    const type = json === undefined ? sent?.type : 'application/json';
    const answer = await fetch(`http://127.0.0.1:${port()}${path}`, {
      method,
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(type === undefined ? {} : { 'Content-Type': type }),
      },
      body: json ?? (sent?.body as Uint8Array<ArrayBuffer> | undefined) ?? null,
    });
    return { status: answer.status, text: await answer.text() };
  })(endpoint, input, stream);

async function killAndStartAgain(): Promise<void> {
  const gone = once(server.process, 'exit');
  server.process.kill('SIGKILL');
  await gone;
  server = await startServer({ dataDir });
}

beforeAll(async () => {
  dataDir = await newDataDir();
  server = await startServer({ dataDir });
  token = '';
  const about = { email: 'ada@example.com', password: 'correct horse battery', name: 'Ada' };
  token = (await call(register, about)).sessionToken;
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const someFiles = (): Files => ({
  'index.html': '<!doctype html><title>Assets</title>',
  ...Object.fromEntries(Array.from({ length: 60 }, (_file, at) => [`assets/${at}.bin`, randomBytes(20_000)])),
});

const offer = (files: Files) =>
  call(createSnapshot, { source: { client: 'cli' }, password: null, files: manifestOf(files) });

/** Returns the hash of what a browser receives for a path of the snapshot. */
function served({ contentUrl }: Staged, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const host = new URL(contentUrl).host;
    httpRequest({ host: '127.0.0.1', port: port(), path: `/${path}`, headers: { Host: host } }, (answer) => {
      const hash = createHash('sha256');
      answer.on('data', (piece: Buffer) => hash.update(piece));
      answer.on('end', () => resolve(hash.digest('hex')));
    })
      .on('error', reject)
      .end();
  });
}

async function expectWhole(staged: Staged, files: Files): Promise<void> {
  const { snapshot } = await call(viewSnapshot, { id: staged.snapshot.id });
  expect(snapshot.files.map(({ name }) => name)).toEqual(Object.keys(files));
  for (const [path, content] of Object.entries(files))
    expect(await served(staged, path)).toBe(sha256Of(content));
}

/** Sends the start of an archive and resolves when the kernel accepted it. */
async function sendPart(uploadId: string, zip: Buffer, share: number): Promise<void> {
  const request = httpRequest({
    host: '127.0.0.1',
    port: port(),
    method: 'PUT',
    path: `/api/uploads/${uploadId}`,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/zip',
      'Content-Length': String(zip.length),
    },
  });
  request.on('error', () => undefined);
  await new Promise((taken) => request.write(zip.subarray(0, Math.floor(zip.length * share)), taken));
}

describe('a server that is killed', () => {
  test.each(IS_LONG ? [0.1, 0.6, 0.99] : [0.6])(
    'after %d of an upload lets the client go on where it was',
    async (share) => {
      const files = someFiles();
      const before = (await call(listSnapshots, {})).total;
      const { uploadId, snapshotId } = await offer(files);
      await sendPart(uploadId, blobZip(Object.values(files)), share);
      await killAndStartAgain();

      await expect(call(viewSnapshot, { id: snapshotId })).rejects.toMatchObject({ status: 404 });
      expect((await call(listSnapshots, {})).total).toBe(before);
      const { missing, finalized } = await call(getUpload, { uploadId });
      expect(finalized).toBe(false);
      const wanted = Object.values(files).filter((content) => missing.includes(sha256Of(content)));
      await call(sendBlobs, { uploadId }, asZip(blobZip(wanted)));
      await expectWhole(await call(finalizeUpload, { uploadId }), files);
    },
  );

  test.each(IS_LONG ? [0, 3, 6, 12, 25] : [3, 12])(
    '%d ms into a finalize shows all of the snapshot or none of it',
    async (delay) => {
      const files = someFiles();
      const { uploadId, snapshotId } = await offer(files);
      await call(sendBlobs, { uploadId }, asZip(blobZip(Object.values(files))));
      const answer = call(finalizeUpload, { uploadId }).then(
        (staged) => staged.version,
        () => null,
      );
      await new Promise((done) => setTimeout(done, delay));
      await killAndStartAgain();
      const acknowledged = (await answer) !== null;

      const { finalized } = await call(getUpload, { uploadId });
      const isShown = await call(viewSnapshot, { id: snapshotId }).then(
        ({ snapshot }) => snapshot.files.length === Object.keys(files).length,
        () => false,
      );
      expect(isShown).toBe(finalized);
      // Acknowledged versions exist.
      expect(finalized || !acknowledged).toBe(true);
      const staged = await call(finalizeUpload, { uploadId });
      expect(staged.version).toBe(1);
      await expectWhole(staged, files);
    },
  );

  test.each(IS_LONG ? [20, 80, 250] : [80])(
    '%d ms into many comments has what it acknowledged, and each once when all are sent again',
    async (delay) => {
      const files = { 'index.html': String(delay) };
      const { uploadId, snapshotId: id } = await offer(files);
      await call(sendBlobs, { uploadId }, asZip(blobZip(Object.values(files))));
      await call(finalizeUpload, { uploadId });
      const inputs = Array.from({ length: 20 }, (_, at) => ({ id: randomUUID(), text: `comment ${at}` }));
      const post = (comment: (typeof inputs)[number]) =>
        call(postComment, { id }, asCommentForm(comment, [{ filename: 'a.txt', content: comment.text }]));
      const answers = inputs.map((comment) =>
        post(comment).then(
          () => [comment.id],
          () => [],
        ),
      );
      await new Promise((done) => setTimeout(done, delay));
      await killAndStartAgain();

      const acknowledged = (await Promise.all(answers)).flat();
      const kept = (await call(listComments, { id })).comments;
      expect(kept.map((comment) => comment.id)).toEqual(expect.arrayContaining(acknowledged));
      for (const comment of inputs) await post(comment);
      const { comments } = await call(listComments, { id });
      expect(comments.map((comment) => comment.id).toSorted()).toEqual(
        inputs.map((one) => one.id).toSorted(),
      );
      expect(comments.map(({ attachments }) => attachments.length)).toEqual(inputs.map(() => 1));
      expect((await call(getSnapshot, { id })).snapshot.commentCount).toBe(inputs.length);
    },
  );
});
