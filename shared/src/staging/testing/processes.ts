import { execFileSync } from 'node:child_process';

/** False for a process that has ended, even if nobody has taken notice of it yet. */
export function isAlive(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
}
