import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MB = 1024 * 1024;

/** In a process of its own: the flag is for all of it. Keeps hundred thousands of objects alive across collections. */
const WORK = `
  import { getHeapSpaceStatistics } from 'node:v8';
  const size = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
  if (process.argv[1]) await import(process.argv[1]);
  let kept = [];
  for (let made = 0; made < 3_000_000; made += 1) {
    kept.push({ made });
    if (kept.length > 200_000) kept = [];
  }
  console.log(size());
`;

function nurseryAfterWork(...modules: string[]): number {
  const args = ['--input-type=module', '--eval', WORK, ...modules];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

test('the nursery keeps its size, however many objects live for a moment', () => {
  expect(nurseryAfterWork(new URL('./nursery.ts', import.meta.url).href)).toBe(16 * MB);
  expect(nurseryAfterWork()).toBeGreaterThan(16 * MB);
});
