import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

// Optimized code does not count its calls.
const COMPILERS = ['opt', 'maglev'];
const setCompilers = (prefix: '' | 'no-') =>
  COMPILERS.forEach((name) => setFlagsFromString(`--${prefix}${name}`));

/**
 * Counts executed code blocks of the scripts whose URL matches: independent of the machine and its load. The work of
 * regular expressions is not counted.
 */
export async function stepsOf(scripts: RegExp, work: () => Promise<unknown>): Promise<number> {
  const session = new Session();
  session.connect();
  setCompilers('no-');
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const ranges = result
      .filter(({ url }) => scripts.test(url))
      .flatMap(({ functions }) => functions.flatMap((each) => each.ranges));
    return ranges.reduce((sum, { count }) => sum + count, 0);
  } finally {
    setCompilers('');
    await session.post('Profiler.disable');
    session.disconnect();
  }
}
