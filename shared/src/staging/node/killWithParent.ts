/** Kills the process group $1 when stdin ends before a line arrives. */
const SCRIPT = 'read -r line || kill -s KILL -- "-$1"';

/** Program that waits for the end of its stdin and then kills a build. */
interface Watchdog {
  program: string;
  args: readonly string[];
  env: Record<string, string>;
}

/**
 * The system ends our child processes with us, but not their children. Those still name the ended process
 * as their parent, while `taskkill` finds no tree below an ended process.
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

/** Returns the command that kills a build: a process group, or on Windows a process tree. */
export function watchdogFor(group: number, platform = process.platform): Watchdog {
  if (platform === 'win32') return windowsWatchdog(group, process.env['SystemRoot'] ?? 'C:\\Windows');
  return { program: '/bin/sh', args: ['-c', SCRIPT, 'sh', String(group)], env: {} };
}

/**
 * Kills a build when this process ends, even by SIGKILL: the system closes the pipe to a watching shell.
 * Returns a function to call after the build ended, before its pid is reused; it resolves when the shell
 * has exited.
 */
export async function killWithParent(group: number): Promise<() => Promise<void>> {
  const { execa } = await import('execa');
  const { program, args, env } = watchdogFor(group);
  const watching = execa(program, args, {
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
    env,
    extendEnv: false,
    // Signals of the terminal must not reach it.
    detached: true,
    // Its argument contains quotes.
    windowsVerbatimArguments: true,
    // An unwatched build is better than none.
    reject: false,
  });
  return async () => {
    watching.stdin.end('done\n');
    await watching;
  };
}
