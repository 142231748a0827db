import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiOwner } from '../../../tests/support/apiOwner.ts';
import { print } from '../../bench/support/report.ts';
import { figure } from '../figures.ts';
import type { Step } from '../step.ts';

const AWAY_MS = 10_000;
const pageOf = (text: string) => `<!doctype html><title>${text}</title>`;

/** The bucket is stopped for ten seconds. */
export const bucketAway: Step = async ({ installation: { nginx, url }, bucket }) => {
  const owner = await ApiOwner.register(url);
  const { contentUrl } = await owner.stage({ 'index.html': pageOf('Seen') }, { password: 'none' });
  const { host } = new URL(contentUrl);
  const open = async () => (await nginx.get(host, '/')).status;
  await open();

  const upload = async () => {
    const form = new FormData();
    form.append('files', new Blob([pageOf(randomUUID())]), 'index.html');
    const headers = { authorization: `Bearer ${owner.token}` };
    const response = await fetch(`${url}/api/snapshots/upload?name=Shop`, {
      method: 'POST',
      headers,
      body: form,
    });
    return { status: response.status, text: await response.text() };
  };

  await bucket.pause();
  const untilMs = performance.now() + AWAY_MS;
  let [opened, notServed] = [0, 0];
  const refused = upload();
  while (performance.now() < untilMs) {
    opened += 1;
    if ((await open()) !== 200) notServed += 1;
    await wait(100);
  }
  const { status, text } = await refused;
  await bucket.resume();
  const resumedMs = performance.now();
  while ((await upload()).status !== 201) await wait(50);

  figure({ name: 'bucket away: cached pages not served', value: notServed, most: 0, detail: `of ${opened}` });
  figure({ name: 'bucket away: uploads not answered 503', value: status === 503 ? 0 : 1, most: 0 });
  print(`    ${text}`);
  const value = performance.now() - resumedMs;
  figure({ name: 'bucket back: next upload accepted after', value, most: 5000, unit: 'ms' });
};
