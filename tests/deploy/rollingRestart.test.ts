import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../../server/src/testing/database.ts';
import { startEmulatedBucket } from '../support/bucket.ts';
import { startInstallation } from '../support/installation.ts';
import { replaceUnderLoad } from '../support/rollingRestart.ts';

const LOAD = { clients: 6, perSecond: 30, followers: 3, isPatient: true };

test('one server after the other is replaced, and no request fails', async () => {
  const { url: databaseUrl, drop } = await createDatabase();
  onTestFinished(drop);
  const { bucket, stop } = await startEmulatedBucket();
  onTestFinished(stop);
  const installation = await startInstallation({ databaseUrl, bucket });
  onTestFinished(() => installation.stop());

  const { failures, gaps, missed, comments } = await replaceUnderLoad(installation, LOAD, async () => {
    for (const member of installation.members) {
      await member.stop();
      await member.start();
    }
  });
  expect({ failures, gaps, missed }).toEqual({ failures: [], gaps: 0, missed: 0 });
  expect(comments).toBeGreaterThan(0);
}, 300_000);
