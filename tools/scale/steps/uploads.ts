import { ApiOwner } from '../../../tests/support/apiOwner.ts';
import { requestHost } from '../../../tests/support/hostRequest.ts';
import { median } from '../../bench/support/report.ts';
import { figure } from '../figures.ts';
import type { Step } from '../step.ts';

const UPLOADS = 30;

/** What is staged through one server is served by the other in its next request. */
export const uploads: Step = async ({ installation: { members } }) => {
  const [one, two] = members;
  const owner = await ApiOwner.register(one.url);
  const times: number[] = [];
  let notServed = 0;
  for (let staged = 0; staged < UPLOADS; staged += 1) {
    const page = `<!doctype html><title>Page ${staged}</title>`;
    const { contentUrl } = await owner.stage({ 'index.html': page }, { password: 'none' });
    const askedMs = performance.now();
    const { status, body } = await requestHost(two.url, new URL(contentUrl).host, '/');
    times.push(performance.now() - askedMs);
    if (status !== 200 || String(body) !== page) notServed += 1;
  }
  figure({
    name: 'staged through one server, not served by the other at once',
    value: notServed,
    most: 0,
    detail: `of ${UPLOADS}; first answer p50 ${median(times).toFixed(0)} ms`,
  });
};
