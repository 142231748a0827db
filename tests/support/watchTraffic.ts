import type { Page } from '@playwright/test';

/** Collects requests to other hosts and errors of the page. */
export function watchTraffic(page: Page, origin: string) {
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol.startsWith('http')) foreign.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return { foreign, complaints };
}
