import { expect, test } from 'vitest';
import { BuildLog } from './buildLog.ts';

function logOf(...chunks: string[]): { log: BuildLog; lines: string[] } {
  const lines: string[] = [];
  const log = new BuildLog((line) => lines.push(line));
  for (const chunk of chunks) log.write(Buffer.from(chunk));
  log.end();
  return { log, lines };
}

test('lines are put together from pieces, without colours and empty lines', () => {
  expect(logOf('one\ntw', 'o\r\n\n', '\u001b[31mthree\u001b[39m').lines).toEqual(['one', 'two', 'three']);
});

test('a letter cut in two arrives whole', () => {
  const bytes = Buffer.from('Größe\n');
  const lines: string[] = [];
  const log = new BuildLog((line) => lines.push(line));
  log.write(bytes.subarray(0, 3));
  log.write(bytes.subarray(3));
  expect(lines).toEqual(['Größe']);
});

test('a line without an end is cut', () => {
  expect(logOf('x'.repeat(10_000), 'y'.repeat(10_000)).lines[0]?.length).toBe(2_000);
});

test('the failing lines begin with the first that names a fault, and leave out the manager’s chatter', () => {
  const { log } = logOf(
    'vite v8.3.8 building\ntransforming\nerror during build:\nCould not resolve "./gone.js" from "src/main.js"\n',
    'npm error Lifecycle script `build` failed with error:\nnpm error code 1\nnpm error path /tmp/x\n',
  );
  expect(log.failingLines()[0]).toBe('Could not resolve "./gone.js" from "src/main.js"');
  expect(log.failingLines().join()).not.toMatch(/npm error (code|path)/);
});

test.for([
  [
    '✗ Build failed in 468ms\nerror during build:\n[vite]: Rollup failed to resolve import "x"\n',
    '[vite]: Rollup',
  ],
  [
    'Build failed with 1 error:\n\n[UNRESOLVED_IMPORT] Error: Could not resolve "./x"\n',
    '[UNRESOLVED_IMPORT]',
  ],
  ['Failed to compile.\n\n./src/App.js 3:7\nModule not found: "x"\n', 'Module not found'],
  ['building\n✗ Build failed in 468ms\n', '✗ Build failed'],
] as const)('of %j the line that begins with “%s” comes first', ([text, start]) => {
  expect(logOf(text).log.failingLines()[0]?.startsWith(start)).toBe(true);
});

test('without a line that names a fault the last ones are given', () => {
  const { log } = logOf(Array.from({ length: 40 }, (_unused, i) => `step ${i}\n`).join(''));
  expect(log.failingLines()).toEqual(Array.from({ length: 12 }, (_unused, i) => `step ${28 + i}`));
});
