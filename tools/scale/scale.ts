import { rm } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { startInstallation } from '../../tests/support/installation.ts';
import { newDataDir } from '../../tests/support/server.ts';
import { RATE_LIMITS } from '@stagelink/shared/contracts/limits';
import { print } from '../bench/support/report.ts';
import { figure, missedBars } from './figures.ts';
import { startBucket, startDatabase } from './services.ts';
import type { Scale, Step } from './step.ts';
import { bucketAway } from './steps/bucketAway.ts';
import { databaseAway } from './steps/databaseAway.ts';
import { events } from './steps/events.ts';
import { frozen } from './steps/frozen.ts';
import { kill } from './steps/kill.ts';
import { limits } from './steps/limits.ts';
import { restart } from './steps/restart.ts';
import { revocation } from './steps/revocation.ts';
import { sockets } from './steps/sockets.ts';
import { uploads } from './steps/uploads.ts';

const STEPS: Readonly<Record<string, Step>> = {
  events,
  uploads,
  revocation,
  limits,
  restart,
  kill,
  databaseAway,
  bucketAway,
  frozen,
  sockets,
};

/** Starts everything, runs the work and stops everything in reverse order, also after a failure or a signal. */
async function withInstallation(work: (scale: Scale) => Promise<void>): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  const stopAll = async () => {
    for (const stop of undo.splice(0).toReversed()) await stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stopAll().finally(() => process.exit(1)));
  try {
    const dataDir = await newDataDir();
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    const database = await startDatabase(dataDir);
    undo.push(() => database.stop());
    const bucket = await startBucket();
    undo.push(() => bucket.stop());
    const { gate, gateAddressFailures } = RATE_LIMITS;
    const kept = { gate, gateAddressFailures };
    const stores = { databaseUrl: database.url, bucket: bucket.bucket };
    const installation = await startInstallation(
      stores,
      Object.fromEntries(
        Object.entries(kept).map(([name, { points, seconds }]) => [name, { points, seconds }]),
      ),
    );
    undo.push(() => installation.stop());
    await work({ installation, database, bucket });
  } finally {
    await stopAll();
  }
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in STEPS));
if (unknown.length > 0) {
  print(`There is no step ${unknown.join(', ')}. Steps: ${Object.keys(STEPS).join(', ')}.`);
  process.exit(1);
}
const chosen = Object.entries(STEPS).filter(([name]) => names.length === 0 || names.includes(name));
print(
  `Two servers, nginx, PgBouncer, Ceph and PostgreSQL on ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`,
);
await withInstallation(async (scale) => {
  for (const [name, step] of chosen) {
    print(`\n${name}`);
    try {
      await step(scale);
    } catch (cause) {
      figure({ name: `${name} ended with an error`, value: 1, most: 0 });
      print(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
    }
  }
});
const missed = missedBars();
print(missed === 0 ? '\nEvery figure is within its bar.' : `\nFigures over their bar: ${missed}.`);
if (missed > 0) process.exitCode = 1;
