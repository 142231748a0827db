import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SECTIONS = path.join(ROOT, 'web/docs/sections');

/** Returns the commands of a section: its `sh` blocks, in order, with the address of the server in them. */
export async function commandsOf(section: string, server: string): Promise<string[]> {
  const markdown = await readFile(path.join(SECTIONS, `${section}.md`), 'utf8');
  return [...markdown.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) =>
    block.replaceAll('{APP_URL}', server),
  );
}

/** Returns each `stagelink …` that a section's sentences name. */
export async function namedCommandsOf(section: string): Promise<string[]> {
  const markdown = await readFile(path.join(SECTIONS, `${section}.md`), 'utf8');
  return [...markdown.matchAll(/`stagelink ([a-z ]+)/g)].map(([, name = '']) => name.trim());
}

interface Shell {
  home: string;
  folder: string;
  /** Called with everything that was printed so far. */
  onOutput?: (output: string) => void;
}

/** The environment of a computer where nothing of Stagelink was ever used. */
const environmentOf = (home: string) => ({
  PATH: [path.join(home, 'npm/bin'), path.dirname(process.execPath), process.env['PATH']].join(
    path.delimiter,
  ),
  HOME: home,
  XDG_CONFIG_HOME: path.join(home, 'config'),
  XDG_DATA_HOME: path.join(home, 'data'),
  npm_config_prefix: path.join(home, 'npm'),
  npm_config_cache: path.join(home, 'npm-cache'),
  npm_config_offline: 'true',
  BROWSER: 'none',
  NO_COLOR: '1',
  TERM: 'dumb',
});

/** Runs commands in one shell with a terminal, stopping at the first that fails. */
export function runInTerminal(
  commands: readonly string[],
  { home, folder, onOutput }: Shell,
): Promise<{ code: number | null; output: string }> {
  const script = ['set -e', ...commands].join('\n');
  const flags =
    process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', script] : ['-qec', script, '/dev/null'];
  const child = spawn('script', flags, {
    cwd: folder,
    env: environmentOf(home),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  const onChunk = (chunk: Buffer) => {
    output += chunk.toString();
    onOutput?.(output);
  };
  child.stdout.on('data', onChunk);
  child.stderr.on('data', onChunk);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
