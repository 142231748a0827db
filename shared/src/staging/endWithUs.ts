/** Ends the group in $1 when the input is over before a line of it has come. */
const SCRIPT = 'read -r line || kill -s KILL -- "-$1"';

/**
 * Ends a process group when this process ends, also when it is killed: the system closes the pipe to a shell beside us,
 * and what the shell does then needs nobody else. To be let go once the group has ended, before its number is given to
 * another; done when nobody watches any more.
 */
export async function endWithUs(group: number): Promise<() => Promise<void>> {
  // There are no groups there, and what was started itself ends with us anyway.
  if (process.platform === 'win32') return async () => {};
  const { execa } = await import('execa');
  const watching = execa('/bin/sh', ['-c', SCRIPT, 'sh', String(group)], {
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
    env: {},
    extendEnv: false,
    // What a terminal sends to all of its programs is not meant for it.
    detached: true,
    // A build that nobody watches is better than none.
    reject: false,
  });
  return async () => {
    watching.stdin.end('\n');
    await watching;
  };
}
