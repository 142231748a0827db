/**
 * @typedef {object} System
 * @property {string} platform
 * @property {boolean} isMusl whether its C library is musl, which PostgreSQL from npm does not support
 * @property {boolean} hasDatabase whether an external PostgreSQL is configured
 * @property {boolean} hasNode whether Node is new enough
 */

/**
 * Returns why a system cannot run the server and what to do about it, or null.
 * @param {System} system
 */
export function systemProblem({ platform, isMusl, hasDatabase, hasNode }) {
  if (platform === 'win32')
    return 'Stagelink’s server runs on Linux and macOS. On Windows, run it in WSL: https://learn.microsoft.com/windows/wsl/install';
  if (platform !== 'linux' && platform !== 'darwin')
    return `Stagelink’s server runs on Linux and macOS. This is ${platform}.`;
  if (isMusl && !hasNode)
    return 'This system’s C library is musl, for which npm has no Node.js. Install Node.js 24.15 or newer with its package manager.';
  if (isMusl && !hasDatabase)
    return 'This system’s C library is musl, for which npm has no PostgreSQL. Set DATABASE_URL to your own PostgreSQL.';
  return null;
}

/** Whether this process runs on musl; only glibc reports its version. */
export function isMusl() {
  if (process.platform !== 'linux') return false;
  const report = /** @type {NodeJS.ProcessReport & { excludeNetwork?: boolean }} */ (process.report);
  // Otherwise it would resolve the names of all connections.
  report.excludeNetwork = true;
  const { header } = /** @type {{ header: object }} */ (report.getReport());
  return !('glibcVersionRuntime' in header);
}
