import { execFileSync } from 'node:child_process';

const SETTINGS = ['user.name=Ada', 'user.email=ada@example.com', 'commit.gpgsign=false'];

/** Returns git for a folder, with the settings of no computer. */
export const gitIn =
  (folder: string) =>
  (...args: string[]): void =>
    void execFileSync('git', [...SETTINGS.flatMap((setting) => ['-c', setting]), ...args], {
      cwd: folder,
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      stdio: 'pipe',
    });
