import { createHash, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import yauzl from 'yauzl';
import type { User } from '../../../contracts/accounts.ts';
import { PROTOCOL } from '../../../client/compatibility.ts';
import type { ErrorCode } from '../../../contracts/errors.ts';
import { PLAN_LIMITS } from '../../../contracts/limits.ts';
import type { Snapshot } from '../../../contracts/snapshots.ts';
import { createSnapshot, finalizeUpload, type ManifestFile } from '../../../contracts/staging.ts';

interface Upload {
  snapshotId: string;
  version: number;
  files: ManifestFile[];
  finalized: boolean;
}

/** The server's side of staging over real HTTP, with failures where a test needs them. */
export interface StagingServer {
  url: string;
  /** Path → bytes of the newest finalized version, by snapshot. */
  snapshots: Map<string, Map<string, Buffer>>;
  /** Method and path of every request, in order. */
  requests: string[];
  /** Names of received blobs, in order, with repeats. */
  received: string[];
  bodies: Record<string, unknown>[];
  /** Open pins of every snapshot; a version waits for them if its client requested it. */
  openPins: number;
  /** The protocol version the server speaks; the present one by default. */
  protocol: number;
  /** Returns the user of a token; one user by default. */
  userOf: (token: string) => User;
  /** Called before every request; returns true when it responded itself. */
  fault: ((request: http.IncomingMessage, response: http.ServerResponse) => boolean) | null;
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

export const answer = (response: http.ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

export const refuse = (
  response: http.ServerResponse,
  status: number,
  code: ErrorCode,
  message: string,
): void => answer(response, status, { ok: false, code, message });

export const ADA: User = {
  uid: '0b6f0e9c-5f0e-4a3e-9d55-0f2f6a3f9c11',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'user',
  plan: 'pro',
  limits: PLAN_LIMITS.pro,
  subscriptionStatus: 'active',
  subscription: { status: 'active', trialEnd: null },
  subscriptionDisplay: 'Pro',
  trialEndsAt: null,
  nextBillingDate: null,
  nextBillingAmount: 0,
  willCancelAt: null,
  hasHadTrial: false,
  canAccessPro: true,
  emailVerified: true,
  hasPassword: true,
  createdAt: '2026-11-21T09:00:00.000Z',
};

/** Reads a zip with a strict library: names, checksums and sizes must agree. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(bytes, {
    lazyEntries: true,
    validateEntrySizes: true,
    strictFileNames: true,
  });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}

export async function stagingServer(): Promise<StagingServer> {
  const blobs = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();
  const versions = new Map<string, number>();
  const shown = new Map<string, number>();
  let port = 0;
  let server: http.Server | null = null;

  const missingOf = (upload: Upload): string[] => [
    ...new Set(upload.files.map(({ sha256 }) => sha256).filter((sha256) => !blobs.has(sha256))),
  ];

  async function offer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body: unknown = JSON.parse(await text(request));
    const input = createSnapshot.input.parse(body);
    self.bodies.push(input);
    const snapshotId = input.snapshotId ?? randomUUID().replaceAll('-', '');
    if (input.snapshotId !== undefined && !versions.has(input.snapshotId)) {
      return refuse(response, 404, 'not_found', 'Snapshot not found');
    }
    const upload = {
      snapshotId,
      version: (versions.get(snapshotId) ?? 0) + 1,
      files: input.files,
      finalized: false,
    };
    const uploadId = randomUUID();
    uploads.set(uploadId, upload);
    return answer(response, 201, {
      uploadId,
      snapshotId,
      version: upload.version,
      missing: missingOf(upload),
    });
  }

  async function take(
    upload: Upload,
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> {
    for (const [name, bytes] of await readZip(await buffer(request))) {
      self.received.push(name);
      if (createHash('sha256').update(bytes).digest('hex') !== name) {
        return refuse(response, 422, 'hash_mismatch', `${name} is not the hash of its bytes`);
      }
      blobs.set(name, bytes);
    }
    return answer(response, 200, { missing: missingOf(upload) });
  }

  async function finalize(
    uploadId: string,
    upload: Upload,
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> {
    const { snapshotId, version, files } = upload;
    const body = JSON.parse((await text(request)) || '{}') as Record<string, unknown>;
    const { publish } = finalizeUpload.input.parse({ ...body, uploadId });
    const isDraft = publish === 'unless_pinned' && version > 1 && self.openPins > 0;
    if (missingOf(upload).length > 0)
      return refuse(response, 409, 'upload_incomplete', 'Not everything has arrived');
    upload.finalized = true;
    versions.set(snapshotId, version);
    if (!isDraft) shown.set(snapshotId, version);
    self.snapshots.set(
      snapshotId,
      new Map(files.map(({ path, sha256 }) => [path, blobs.get(sha256) ?? Buffer.alloc(0)])),
    );
    return answer(response, 200, {
      snapshot: snapshotOf(snapshotId),
      version,
      url: `${self.url}/s/${snapshotId}`,
      contentUrl: `http://${snapshotId}.localhost:${port}/`,
      password: 'quiet-river',
      [self.protocol === 1 ? 'waits' : 'draft']: isDraft ? { openPins: self.openPins } : null,
    });
  }

  function snapshotOf(id: string): Snapshot {
    const files = [...(self.snapshots.get(id)?.values() ?? [])];
    const at = '2026-11-21T09:00:00.000Z';
    return {
      id,
      name: 'Snapshot',
      description: '',
      clientName: '',
      tags: [],
      milestone: '',
      versionLabel: '',
      projectId: null,
      ownerUid: ADA.uid,
      public: false,
      password: 'quiet-river',
      url: `${self.url}/s/${id}`,
      version: shown.get(id) ?? 1,
      picture: null,
      totalBytes: files.reduce((sum, { length }) => sum + length, 0),
      fileCount: files.length,
      createdAt: at,
      updatedAt: at,
      lastModifiedAt: at,
      expiresAt: at,
      viewCount: 0,
      uniqueViewers: 0,
      commentCount: 0,
      unreadThreads: 0,
      commentPolicy: 'open',
      review: {
        isRequested: false,
        status: null,
        checkedOffCount: 0,
        changesRequestedCount: 0,
        totalReviewers: 0,
      },
      analytics: { recentViewers: [] },
      following: null,
    };
  }

  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    self.requests.push(`${method} ${url.replace(/[0-9a-f-]{36}/, ':id')}`);
    if (self.fault?.(request, response)) return;
    if (url === '/auth/options') {
      const { protocol } = self;
      return answer(response, 200, { google: false, devLogin: false, mail: false, ...PROTOCOL, protocol });
    }
    if (url === '/me') {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      return answer(response, 200, { user: self.userOf(token) });
    }
    const [, snapshotId] = /^\/api\/snapshots\/([0-9a-z]+)$/.exec(url) ?? [];
    if (method === 'GET' && snapshotId !== undefined) {
      if (!self.snapshots.has(snapshotId)) return refuse(response, 404, 'not_found', 'Snapshot not found');
      return answer(response, 200, { snapshot: snapshotOf(snapshotId) });
    }
    if (method === 'POST' && url === '/api/snapshots') return offer(request, response);
    const [, uploadId = '', act] = /^\/api\/uploads\/([0-9a-f-]+)(\/finalize)?$/.exec(url) ?? [];
    const upload = uploads.get(uploadId);
    if (!upload) return refuse(response, 404, 'not_found', 'There is no such upload');
    if (method === 'PUT') return take(upload, request, response);
    if (act !== undefined) return finalize(uploadId, upload, request, response);
    const { version, finalized } = upload;
    const missing = missingOf(upload);
    return answer(response, 200, { uploadId, snapshotId: upload.snapshotId, version, missing, finalized });
  }

  const self: StagingServer = {
    url: '',
    snapshots: new Map(),
    requests: [],
    received: [],
    bodies: [],
    openPins: 0,
    protocol: PROTOCOL.protocol,
    userOf: () => ADA,
    fault: null,
    stop: async () => {
      const closing = server;
      server = null;
      closing?.closeAllConnections();
      await new Promise<void>((resolve) => (closing ? closing.close(() => resolve()) : resolve()));
    },
    start: async () => {
      const opening = http.createServer((request, response) => {
        // Some tests cut a connection in the middle of a request.
        handle(request, response).catch(() => response.destroy());
      });
      await new Promise<void>((resolve) => opening.listen(port, '127.0.0.1', resolve));
      port = (opening.address() as AddressInfo).port;
      server = opening;
    },
  };
  await self.start();
  self.url = `http://localhost:${port}`;
  onTestFinished(self.stop);
  return self;
}
