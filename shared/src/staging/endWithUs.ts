/** Ends the group in $1 when the input is over before a line of it has come. */
const SCRIPT = 'read -r line || kill -s KILL -- "-$1"';

/** A program that waits for the end of its input, and then ends a build. */
interface Watchdog {
  program: string;
  args: readonly string[];
  env: Record<string, string>;
}

/**
 * The system ends what we started with us, and not what that started in turn. Those still name the ended process as
 * their parent, while `taskkill` finds no tree below a process that has ended.
 */
function windowsWatchdog(pid: number, systemRoot: string): Watchdog {
  const system = `${systemRoot}\\System32`;
  const children = `Get-CimInstance Win32_Process -Filter 'ParentProcessId=${pid}'`;
  const endChildren = `${children} | ForEach-Object { taskkill /T /F /PID $_.ProcessId }`;
  const end = `taskkill /T /F /PID ${pid} & powershell -NoProfile -NonInteractive -Command "${endChildren}"`;
  return {
    program: `${system}\\cmd.exe`,
    args: ['/d', '/s', '/c', `"set /p line= & if not defined line (${end})"`],
    env: { SystemRoot: systemRoot, PATH: `${system};${system}\\WindowsPowerShell\\v1.0` },
  };
}

/** Returns what ends the build in a process group, or on Windows below a process. */
export function watchdogFor(group: number, platform = process.platform): Watchdog {
  if (platform === 'win32') return windowsWatchdog(group, process.env['SystemRoot'] ?? 'C:\\Windows');
  return { program: '/bin/sh', args: ['-c', SCRIPT, 'sh', String(group)], env: {} };
}

/**
 * Ends a build when this process ends, also when it is killed: the system closes the pipe to a shell beside us, and
 * what the shell does then needs nobody else. To be let go once the build has ended, before its number is given to
 * another; done when nobody watches any more.
 */
export async function endWithUs(group: number): Promise<() => Promise<void>> {
  const { execa } = await import('execa');
  const { program, args, env } = watchdogFor(group);
  const watching = execa(program, args, {
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
    env,
    extendEnv: false,
    // What a terminal sends to all of its programs is not meant for it.
    detached: true,
    // Its one argument holds quotes of its own.
    windowsVerbatimArguments: true,
    // A build that nobody watches is better than none.
    reject: false,
  });
  return async () => {
    watching.stdin.end('done\n');
    await watching;
  };
}
