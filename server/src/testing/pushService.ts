import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushAddress, PushMessage } from '@stagelink/shared/contracts/push';
import { base64url, importJWK, jwtVerify } from 'jose';
import { openReceiver, type Received } from './webhookReceiver.ts';

const RECORD_BYTES = 4096;
const SALT_BYTES = 16;
const KEY_BYTES = 65;
const HEADER_BYTES = SALT_BYTES + 4 + 1 + KEY_BYTES;
const TAG_BYTES = 16;
/** A push service accepts no token that is valid for longer (RFC 8292, 2). */
const TOKEN_HOURS = 24;

const hkdf = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** A browser with a push subscription. */
export interface PushBrowser {
  address: PushAddress;
  /** Decrypts what its push service received (RFC 8188, 8291). Throws if that is not valid. */
  decrypt: (body: Buffer) => PushMessage;
}

function createBrowser(url: string): PushBrowser {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys();
  const auth = randomBytes(16);
  return {
    address: { url, p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body) {
      const salt = body.subarray(0, SALT_BYTES);
      if (body.readUInt32BE(SALT_BYTES) > RECORD_BYTES || body[SALT_BYTES + 4] !== KEY_BYTES)
        throw new Error('The header of the message is wrong');
      const serverKey = body.subarray(HEADER_BYTES - KEY_BYTES, HEADER_BYTES);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey]);
      const key = hkdf(curve.computeSecret(serverKey), auth, info, 32);
      const nonce = hkdf(key, salt, 'Content-Encoding: nonce\0', 12);
      const decipher = createDecipheriv(
        'aes-128-gcm',
        hkdf(key, salt, 'Content-Encoding: aes128gcm\0', 16),
        nonce,
      );
      decipher.setAuthTag(body.subarray(-TAG_BYTES));
      const padded = Buffer.concat([
        decipher.update(body.subarray(HEADER_BYTES, -TAG_BYTES)),
        decipher.final(),
      ]);
      // The last record ends with the delimiter 2 and zeros.
      const end = padded.findLastIndex((byte) => byte !== 0);
      if (padded[end] !== 2) throw new Error('The padding of the message is wrong');
      return JSON.parse(padded.subarray(0, end).toString()) as PushMessage;
    },
  };
}

/** Throws unless the sender has the key that the browser asked for its address with (RFC 8292). */
async function verifySender({ headers }: Received, origin: string, publicKey: string): Promise<void> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== publicKey) throw new Error('This is the key of another server');
  const point = base64url.decode(key);
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: base64url.encode(point.subarray(1, 33)),
    y: base64url.encode(point.subarray(33)),
  };
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
    audience: origin,
    algorithms: ['ES256'],
    requiredClaims: ['exp', 'sub'],
  });
  const hours = ((payload.exp ?? 0) * 1000 - Date.now()) / 3_600_000;
  if (hours > TOKEN_HOURS) throw new Error('The token is valid for too long');
  if (!/^(mailto:[^@\s]+@[^@\s]+|https:\/\/.+)$/.test(String(payload.sub)))
    throw new Error('The token names no address to write to');
}

function checkHeaders({ headers, bytes }: Received): void {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('The encoding is unknown');
  if (!/^\d+$/.test(String(headers['ttl']))) throw new Error('The time to live is missing');
  if (bytes.length > RECORD_BYTES) throw new Error('The message is too large');
}

export interface PushServiceStandIn {
  /** Creates a browser that asked for its address with this key. */
  subscribe: (publicKey: string) => PushBrowser;
  /** What a browser received, decrypted. */
  messagesOf: (browser: PushBrowser) => PushMessage[];
  /** Why requests were refused. */
  refusals: string[];
  /** Answers everything with this status; null: as it should. */
  answerWith: (status: number | null, headers?: Record<string, string>) => void;
  close: () => void;
}

/** A push service (RFC 8030) that takes only what its senders may send. */
export async function openPushService(): Promise<PushServiceStandIn> {
  const receiver = await openReceiver();
  const { origin } = new URL(receiver.url);
  const browsers = new Map<string, string>();
  const taken: Received[] = [];
  const refusals: string[] = [];
  let trouble: { status: number; headers: Record<string, string> } | null = null;

  async function take(request: Received): Promise<void> {
    const publicKey = browsers.get(request.path);
    if (publicKey === undefined) throw new Error('There is no such browser');
    checkHeaders(request);
    await verifySender(request, origin, publicKey);
    taken.push(request);
  }
  receiver.answer((response, request) => {
    if (trouble) return response.writeHead(trouble.status, trouble.headers).end();
    take(request).then(
      () => response.writeHead(201, { Location: `${origin}/message/${taken.length}` }).end(),
      (cause: Error) => {
        refusals.push(cause.message);
        response.writeHead(403).end(cause.message);
      },
    );
  });
  return {
    subscribe(publicKey) {
      const path = `/push/${randomBytes(16).toString('base64url')}`;
      browsers.set(path, publicKey);
      return createBrowser(origin + path);
    },
    messagesOf: ({ address, decrypt }) =>
      taken.filter(({ path }) => origin + path === address.url).map(({ bytes }) => decrypt(bytes)),
    refusals,
    answerWith: (status, headers = {}) => void (trouble = status === null ? null : { status, headers }),
    close: () => receiver.close(),
  };
}
