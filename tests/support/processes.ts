import { readdirSync, readFileSync } from 'node:fs';

// What runs in the folder of a story, as the system lists it. Empty where there is no such list.

export interface Process {
  pid: number;
  command: string;
}

/** Returns what the system says of a process; empty when it has exited. */
function readOf(pid: number, name: 'environ' | 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function allPids(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

const processOf = (pid: number): Process => ({
  pid,
  command: readOf(pid, 'cmdline').replaceAll('\0', ' '),
});

/** Returns the processes with a text in their environment. Dying ones have none left, and those of Chromium hide it. */
export const processesWith = (text: string): Process[] =>
  allPids()
    .filter((pid) => readOf(pid, 'environ').includes(text))
    .map(processOf);

/** Returns a process and those it has started, directly or not. */
export function familyOf(pid: number): Process[] {
  const children = allPids().filter((one) => Number(/\) \w (\d+)/.exec(readOf(one, 'stat'))?.[1]) === pid);
  return [processOf(pid), ...children.flatMap(familyOf)];
}

/** Whether a process has given back its files, sockets and locks; a dying one still holds them. */
export const hasEnded = ({ pid }: Process): boolean => /^$|\) [ZX] /.test(readOf(pid, 'stat'));

export function killIfRunning({ pid }: Process): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended together with another.
  }
}
