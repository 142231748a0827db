/**
 * @typedef {object} System
 * @property {string} platform
 * @property {boolean} isMusl whether its C library is not glibc, which PostgreSQL from npm needs
 * @property {boolean} hasDatabase whether a PostgreSQL of one's own is named
 * @property {boolean} hasNode whether Node is new enough
 */

/**
 * Says in a sentence why a system cannot run the server, and what to do about it; null when it can.
 * @param {System} system
 */
export function systemProblem({ platform, isMusl, hasDatabase, hasNode }) {
  if (platform === 'win32')
    return 'Stagelink’s server runs on Linux and macOS. On Windows, run it in WSL: https://learn.microsoft.com/windows/wsl/install';
  if (platform !== 'linux' && platform !== 'darwin')
    return `Stagelink’s server runs on Linux and macOS, and this is ${platform}.`;
  if (isMusl && !hasNode)
    return 'This system’s C library is musl, for which npm has no Node.js: install Node.js 24.15 or newer with its package manager.';
  if (isMusl && !hasDatabase)
    return 'This system’s C library is musl, for which npm has no PostgreSQL: set DATABASE_URL to a PostgreSQL of your own.';
  return null;
}

/** Whether this process runs on musl; only glibc says its version. */
export function isMusl() {
  if (process.platform !== 'linux') return false;
  const report = /** @type {NodeJS.ProcessReport & { excludeNetwork?: boolean }} */ (process.report);
  // It would look up the names of all connections.
  report.excludeNetwork = true;
  const { header } = /** @type {{ header: object }} */ (report.getReport());
  return !('glibcVersionRuntime' in header);
}
