import { aptInstall, findProgram, mayInstall } from './apt.mjs';
import { Refusal } from './say.mjs';

/** @typedef {{ title: string, variable: string, name: string }} Program of Debian; its package has its name */

/** Such a program is not on the PATH of every user. @param {Program} program */
const find = ({ variable, name }) =>
  process.env[variable] ?? findProgram(name) ?? findProgram(name, '/usr/sbin');

/** Returns where a program is; installs a missing one if permitted. @param {Program} program */
async function findOrInstall(program) {
  const found = find(program);
  if (found) return found;
  const { title, variable, name } = program;
  if (!mayInstall()) {
    throw new Refusal(
      `The tests need ${title}. Install it (on Debian: sudo apt-get install ${name}), or name it in ${variable}.`,
    );
  }
  await aptInstall(`Installing ${title}`, [name]);
  const installed = find(program);
  if (!installed) throw new Refusal(`${title} was installed but cannot be found.`);
  return installed;
}

/** Returns the pooler that the server is tested behind. */
export const findPgBouncer = () =>
  findOrInstall({ title: 'PgBouncer', variable: 'PGBOUNCER_PATH', name: 'pgbouncer' });

/** Returns the proxy that the server is tested behind. */
export const findNginx = () => findOrInstall({ title: 'nginx', variable: 'NGINX_PATH', name: 'nginx' });

const CEPH = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph'];

/** Installs the S3 service that servers are tested with, unless it is there. */
export async function installCeph() {
  if (CEPH.every((name) => findProgram(name))) return;
  if (!mayInstall()) {
    throw new Refusal(
      'This needs Ceph. Install it (on Debian: sudo apt-get install radosgw ceph-mon ceph-osd ceph-common).',
    );
  }
  await aptInstall('Installing Ceph', ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common', 'curl']);
}
