import { spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { folderWith } from '@stagelink/shared/staging/node/testing/folders';
import { expect, test, vi } from 'vitest';
import { addToJson, addToToml, takeFromJson, takeFromToml } from './settingsFiles.ts';

// Each test starts real processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const ENTRY = { command: 'stagelink', args: ['mcp'] };

/** A computer with a project, and the programs whose folders are in its home. */
function machine(project: Record<string, string> = {}, home: Record<string, string> = {}) {
  const [folder, place] = [folderWith(project), folderWith(home)];
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOME: place,
    XDG_DATA_HOME: path.join(place, 'data'),
    XDG_CONFIG_HOME: path.join(place, 'config'),
  };
  return {
    folder,
    home: place,
    async run(...args: string[]) {
      const child = spawn(process.execPath, [MAIN, 'agent', ...args], { cwd: folder, env });
      child.stdin.end();
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
      const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
      return { code, out, err };
    },
  };
}

/** Every file of a folder with its content. */
function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const file = path.join(folder, name);
      return [name, lstatSync(file).isFile() ? readFileSync(file, 'utf8') : ''];
    }),
  );
}

const read = (...parts: string[]): unknown => JSON.parse(readFileSync(path.join(...parts), 'utf8'));

const PROJECT = {
  'CLAUDE.md': '# Shop',
  '.mcp.json': '{\n  "mcpServers": {\n    "other": { "command": "other" }\n  }\n}\n',
  '.vscode/mcp.json': '{\n\t// Ours\n\t"servers": {},\n}',
};
const HOME = {
  '.codex/config.toml': 'model = "x" # mine\n\n[mcp_servers.other]\ncommand = "other"\n',
  '.cursor/keep': '',
};

/** A line of YAML whose value is plain text: strict readers take it as nothing else (YAML 1.2, 7.3.3). */
const PLAIN_LINE = /^\w+: [A-Za-z](?:(?!: | #).)*[^\s:]$/;

/** Returns the lines before the instructions, which agents read as YAML. */
function headOf(instructions: string): string[] {
  const [, head = '', body = ''] = instructions.split(/^---$/m);
  expect(body).toContain('wait_for_feedback');
  const lines = head.trim().split('\n');
  for (const line of lines) expect(line).toMatch(PLAIN_LINE);
  return lines;
}

test('the programs that are used here get the tools and instructions, and give them back exactly', async () => {
  const { folder, home, run } = machine(PROJECT, HOME);
  const [project, settings] = [contentOf(folder), contentOf(path.join(home, '.codex'))];
  const installed = await run('install', '--yes');
  expect(installed).toMatchObject({ code: 0 });
  expect(read(folder, '.mcp.json')).toEqual({
    mcpServers: { other: { command: 'other' }, stagelink: ENTRY },
  });
  expect(read(folder, '.cursor/mcp.json')).toEqual({ mcpServers: { stagelink: ENTRY } });
  const code = readFileSync(path.join(folder, '.vscode/mcp.json'), 'utf8');
  expect(code).toContain('\t// Ours');
  expect(code).toContain('"type":"stdio"');
  const toml = readFileSync(path.join(home, '.codex/config.toml'), 'utf8');
  expect(toml).toContain('model = "x" # mine');
  expect(toml).toContain('[mcp_servers.stagelink]\ncommand = "stagelink"\nargs = ["mcp"]');
  for (const file of [
    '.claude/skills/stagelink/SKILL.md',
    '.agents/skills/stagelink/SKILL.md',
    '.github/skills/stagelink/SKILL.md',
    '.cursor/rules/stagelink.mdc',
  ])
    expect([file, headOf(readFileSync(path.join(folder, file), 'utf8'))]).toEqual([
      file,
      expect.arrayContaining([expect.stringMatching(/^description: Work on feedback/)]),
    ]);
  expect(installed.err).toContain('+     "stagelink": {');
  expect(installed.err).toContain('[mcp_servers.stagelink]');

  expect((await run('install', '--yes')).out).toBe('There is nothing to change.\n');
  expect(await run('uninstall', '--yes')).toMatchObject({ code: 0 });
  expect(contentOf(folder)).toEqual(project);
  expect(contentOf(path.join(home, '.codex'))).toEqual(settings);
  expect((await run('uninstall', '--yes')).out).toBe('There is nothing to change.\n');
});

test('only programs that are used here are changed, unless one is named', async () => {
  const { folder, run } = machine();
  expect(await run('install', '--yes')).toMatchObject({
    code: 4,
    err: expect.stringContaining('No coding agent was found') as string,
  });
  expect(await run('install', '--yes', '--agent', 'emacs')).toMatchObject({ code: 2 });
  expect(contentOf(folder)).toEqual({});
  expect(await run('install', '--yes', '--agent', 'cursor')).toMatchObject({ code: 0 });
  expect(Object.keys(contentOf(folder))).toContain('.cursor/mcp.json');
  expect(existsSync(path.join(folder, '.mcp.json'))).toBe(false);
});

test('nothing is written without consent', async () => {
  const { folder, run } = machine(PROJECT);
  const before = contentOf(folder);
  expect(await run('install')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Add --yes') as string,
  });
  expect(contentOf(folder)).toEqual(before);
});

test.each([
  ['no JSON', '.mcp.json', '{ "mcpServers": '],
  ['a list', '.mcp.json', '[]'],
  ['servers that are no object', '.mcp.json', '{ "mcpServers": "none" }'],
  ['empty', '.cursor/mcp.json', ''],
])('settings that are %s are named, and nothing is written', async (_, name, content) => {
  const { folder, run } = machine({ ...PROJECT, '.cursor/keep': '', [name]: content });
  const before = contentOf(folder);
  const refused = await run('install', '--yes');
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toMatch(
    /mcp\.json cannot be read: .*Nothing was written\.\nCorrect it, then run this again\./s,
  );
  expect(contentOf(folder)).toEqual(before);
});

test('TOML that cannot be read, or with servers in one line, is named, and nothing is written', async () => {
  for (const content of ['model = ', 'mcp_servers = { other = { command = "x" } }\n']) {
    const { folder, home, run } = machine(PROJECT, { '.codex/config.toml': content });
    const before = [contentOf(folder), contentOf(path.join(home, '.codex'))];
    expect((await run('install', '--yes')).err).toContain('config.toml cannot be read');
    expect([contentOf(folder), contentOf(path.join(home, '.codex'))]).toEqual(before);
  }
});

test('a link out of the project is not followed', async () => {
  const { folder, run } = machine({ 'CLAUDE.md': '' });
  const elsewhere = folderWith({ 'settings.json': '{}' });
  symlinkSync(path.join(elsewhere, 'settings.json'), path.join(folder, '.mcp.json'));
  const refused = await run('install', '--yes');
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('through a link') as string });
  expect(contentOf(elsewhere)).toEqual({ 'settings.json': '{}' });

  const other = machine({ 'CLAUDE.md': '' });
  symlinkSync(elsewhere, path.join(other.folder, '.claude'));
  expect(await other.run('install', '--yes')).toMatchObject({ code: 1 });
  expect(contentOf(elsewhere)).toEqual({ 'settings.json': '{}' });
  expect(existsSync(path.join(other.folder, '.mcp.json'))).toBe(false);
});

test('what the person changed since, or had before, stays and is named', async () => {
  const mine = '{ "mcpServers": { "stagelink": { "command": "mine" } } }';
  const had = machine({ 'CLAUDE.md': '', '.mcp.json': mine });
  const kept = await had.run('install', '--yes');
  expect(kept.err).toContain('.mcp.json has another entry named stagelink, so it stays as it is.');
  expect(readFileSync(path.join(had.folder, '.mcp.json'), 'utf8')).toBe(mine);

  const { folder, run } = machine({ 'CLAUDE.md': '' });
  await run('install', '--yes');
  const [settings, skill] = [
    path.join(folder, '.mcp.json'),
    path.join(folder, '.claude/skills/stagelink/SKILL.md'),
  ];
  writeFileSync(settings, readFileSync(settings, 'utf8').replace('"mcp"', '"mcp", "--json"'));
  writeFileSync(skill, 'My own words');
  const left = await run('uninstall', '--yes');
  expect(left.err).toMatch(/\.mcp\.json was changed since.*SKILL\.md was changed since/s);
  expect([existsSync(settings), readFileSync(skill, 'utf8')]).toEqual([true, 'My own words']);
});

test('what others added beside it stays', async () => {
  const { folder, run } = machine({ 'CLAUDE.md': '' });
  await run('install', '--yes');
  const settings = path.join(folder, '.mcp.json');
  const more = { mcpServers: { stagelink: ENTRY, other: { command: 'other' } } };
  writeFileSync(settings, JSON.stringify(more, null, 2));
  mkdirSync(path.join(folder, '.claude/skills/own'));
  await run('uninstall', '--yes');
  expect(read(settings)).toEqual({ mcpServers: { other: { command: 'other' } } });
  expect(existsSync(path.join(folder, '.claude/skills/own'))).toBe(true);
  expect(existsSync(path.join(folder, '.claude/skills/stagelink'))).toBe(false);
});

test('--json describes what was changed', async () => {
  const { folder, run } = machine({ 'CLAUDE.md': '' });
  const { out } = await run('install', '--yes', '--json');
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    data: { agents: ['Claude Code'], files: [path.join(folder, '.mcp.json'), expect.any(String)], kept: [] },
  });
});

const place = { file: 'x', key: 'servers', entry: ENTRY };

test.each([
  '{}',
  '{\n}\n',
  '{ "servers": {} }',
  '{\n  "servers": {}\n}\n',
  '{\n  "servers": {\n  }\n}\n',
  '{"servers":{"a":{}}}',
  '{\n  "servers": {\n    "a": { "command": "a" } // comment\n  }\n}\n',
  '{\r\n\t"servers": {\r\n\t\t"a": {}\r\n\t},\r\n\t"inputs": []\r\n}\r\n',
  '\ufeff{\n  // first\n  "inputs": [],\n  /* second */ "servers": { "a": {}, },\n}\n',
  '{\n    "inputs": []\n}',
])('JSON is the same after the entry was added and taken: %j', (before) => {
  const added = addToJson(place, before);
  expect(added).toMatchObject({ text: expect.stringContaining('"stagelink"') as string });
  const { text = '', created = 'entry' } = added && 'text' in added ? added : {};
  expect(takeFromJson(place, text, created)).toEqual({ text: before, created });
});

test.each(['', 'model = "x"', 'model = "x"\n', '# only a comment\r\nmodel = "x"\r\n\r\n[a.b]\r\nc = 1\r\n'])(
  'TOML is the same after the table was added and taken: %j',
  (before) => {
    const added = addToToml('x', before);
    const { text = '', created = 'entry' } = added && 'text' in added ? added : {};
    expect(text).toContain('[mcp_servers.stagelink]');
    expect(takeFromToml('x', text, created)).toEqual({ text: before, created });
  },
);
