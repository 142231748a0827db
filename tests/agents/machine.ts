import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type Call, createClient } from '@stagelink/shared/client/call';
import { register } from '@stagelink/shared/contracts/accounts';
import { postComment } from '@stagelink/shared/contracts/comments';
import { SCOPES, type Scope } from '@stagelink/shared/contracts/endpoint';
import { createToken } from '@stagelink/shared/contracts/tokens';
import type { Inspection } from '@stagelink/shared/preview/inspection';
import { nodeSend } from '@stagelink/shared/staging/node/nodeTransport';
import { afterAll } from 'vitest';
import { locatorOf } from '../../server/src/testing/locators.ts';
import type { Server } from '../support/server.ts';

/** The output of `npm run build`. */
export const STAGELINK = path.resolve(import.meta.dirname, '../../cli/bin/stagelink.js');

export const PASSWORD = 'correct horse battery';

export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

interface More {
  cwd?: string;
  input?: string;
  env?: Record<string, string>;
}

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** Creates an empty folder, removed after the tests of the file. */
export async function newFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), prefix));
  folders.push(folder);
  return folder;
}

/** A computer of a user: nothing stored, an access token in its environment. */
export interface Machine {
  home: string;
  email: string;
  token: string;
  env: Record<string, string>;
  /** Calls as this user. */
  call: Call;
  run: (args: string[], more?: More) => Promise<Outcome>;
}

const callAs = (server: Server, token?: string): Call =>
  createClient(nodeSend({ server: server.url, token }));

export async function machineOf(
  server: Server,
  name: string,
  scopes: readonly Scope[] = SCOPES,
): Promise<Machine> {
  const home = await newFolder('stagelink-agent-');
  const email = `${crypto.randomUUID()}@example.com`;
  const about = { email, password: PASSWORD, name };
  const { sessionToken } = await callAs(server)(register, about);
  const { token } = await callAs(server, sessionToken)(createToken, {
    description: 'test',
    scopes: [...scopes],
  });
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    HOME: home,
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_CONFIG_HOME: path.join(home, 'config'),
    STAGELINK_SERVER: server.url,
    STAGELINK_TOKEN: token,
  };
  return {
    home,
    email,
    token,
    env,
    call: callAs(server, token),
    async run(args, { cwd = home, input, env: more = {} } = {}) {
      const child = spawn(process.execPath, [STAGELINK, ...args], { cwd, env: { ...env, ...more } });
      child.stdin.end(input);
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
      const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
      return { code, out, err };
    },
  };
}

/** Creates a folder with these files. */
export async function prototype(files: Record<string, string>): Promise<string> {
  const folder = await newFolder('stagelink-prototype-');
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
  return folder;
}

/** A small valid PNG. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Posts a visitor's comment on an element of a page, with an image; returns its id. */
export async function pinned(
  server: Server,
  snapshotId: string,
  comment: { text: string; authorName?: string; route?: string; html?: string; inspection?: Inspection },
): Promise<string> {
  const form = new FormData();
  form.set('text', comment.text);
  form.set('authorName', comment.authorName ?? 'Eve');
  form.set('locator', JSON.stringify(locatorOf('#pay')));
  form.set(
    'context',
    JSON.stringify({
      route: comment.route ?? '/checkout',
      title: 'Checkout',
      viewport: { width: 390, height: 844 },
      browser: 'Safari 19 on iOS',
      elementName: 'Pay, button',
      elementHtml: comment.html ?? '<button id="pay">Pay</button>',
      page: null,
    }),
  );
  if (comment.inspection) form.set('inspection', JSON.stringify(comment.inspection));
  form.set('crop', new Blob([PIXEL], { type: 'image/png' }), 'crop.png');
  const sent = new Response(form);
  const body = new Uint8Array(await sent.arrayBuffer());
  const stream = { type: sent.headers.get('content-type') ?? '', body };
  return (await callAs(server)(postComment, { id: snapshotId }, stream)).comment.id;
}
