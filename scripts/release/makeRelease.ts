import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { quietly, Refusal } from '../setup/say.mjs';
import { readManifest, writeCommandPackage, writeServerPackage } from './npmPackages.ts';

export interface Release {
  version: string;
  folder: string;
}

/** What is packed elsewhere, and the name it has in the release without its version. */
const PACKED = {
  'extension/dist/stagelink.vsix': ['stagelink-vscode', 'vsix'],
  'capture/dist/stagelink-capture.zip': ['stagelink-capture', 'zip'],
  'capture/dist/stagelink-capture-firefox.zip': ['stagelink-capture-firefox', 'zip'],
};

/** Workspaces whose parts are listed, by the name of what is made of them. */
const LISTED = {
  stagelink: 'cli',
  'stagelink-server': 'server',
  'stagelink-vscode': 'extension',
  'stagelink-capture': 'capture',
};

const WORKSPACES = ['shared', 'postgres', 'server', 'web', 'cli', 'extension', 'capture', 'desktop'];

async function commonVersion(): Promise<string> {
  const { version } = await readManifest('.');
  for (const name of WORKSPACES)
    if ((await readManifest(name)).version !== version)
      throw new Refusal(`${name}/package.json has another version than package.json, ${version}.`);
  return version;
}

async function packNpm({ folder }: Release, name: string, write: (target: string) => Promise<void>) {
  const target = await mkdtemp(path.join(tmpdir(), 'stagelink-release-'));
  try {
    await write(target);
    await quietly(`Packing ${name}`, 'npm', ['pack', '--pack-destination', folder], { cwd: target });
  } finally {
    await rm(target, { recursive: true });
  }
}

/** Lists what each package contains and depends on, in CycloneDX. */
async function writeParts({ folder, version }: Release): Promise<void> {
  for (const [name, workspace] of Object.entries(LISTED)) {
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--workspace', workspace];
    const parts = await quietly(`Listing the parts of ${name}`, 'npm', args, { cwd: ROOT });
    await writeFile(path.join(folder, `${name}-${version}.cdx.json`), parts);
  }
}

/** Returns what the changelog says about a version. */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find(
    (text) => text.startsWith(`## ${version} `) || text.startsWith(`## ${version}\n`),
  );
  if (section === undefined) throw new Refusal(`CHANGELOG.md says nothing about ${version}.`);
  return `# Stagelink ${version}\n${section.slice(section.indexOf('\n') + 1)}`;
}

async function writeSums(folder: string): Promise<void> {
  const lines: string[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const hash = createHash('sha256').update(await readFile(path.join(folder, name)));
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  await writeFile(path.join(folder, 'SHA256SUMS'), lines.join(''));
}

/** Makes the folder of a release from what is built. */
export async function makeRelease(): Promise<Release> {
  const version = await commonVersion();
  const release = { version, folder: path.join(ROOT, 'release', version) };
  await rm(release.folder, { recursive: true, force: true });
  await mkdir(release.folder, { recursive: true });
  await packNpm(release, 'stagelink', writeCommandPackage);
  await packNpm(release, 'stagelink-server', writeServerPackage);
  for (const [file, [name, ending]] of Object.entries(PACKED))
    await copyFile(path.join(ROOT, file), path.join(release.folder, `${name}-${version}.${ending}`));
  await writeParts(release);
  const changelog = await readFile(path.join(ROOT, 'CHANGELOG.md'), 'utf8');
  await writeFile(path.join(release.folder, 'RELEASE-NOTES.md'), notesOf(changelog, version));
  await writeSums(release.folder);
  return release;
}
