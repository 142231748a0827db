import { expect, test } from '@playwright/test';
import { FIXTURE_PAGES, LINKED_PAGE } from '../findings/pages.ts';
import { auditPage } from '../support/auditStage.ts';
import { sample, SAMPLED } from '../support/longForm.ts';

const RECALL_MIN = 0.95;
const FALSE_ALARMS_PER_PAGE_MAX = 1 / 20;

test(
  'an audit finds the seeded faults of forty pages and raises hardly any false alarm',
  SAMPLED,
  async ({ page }) => {
    test.slow(); // audits eighty pages in the long form
    expect(FIXTURE_PAGES.length).toBeGreaterThanOrEqual(40);
    const missed: string[] = [];
    const falseAlarms: string[] = [];
    let seeded = 0;
    const pages = sample(FIXTURE_PAGES, 4);
    for (const { name, html, faults } of pages) {
      const site = { '/about.html': LINKED_PAGE };
      const desktop = await auditPage(page, html, { size: 'desktop', site });
      const phone = await auditPage(page, html, { size: 'phone', site });
      const certain = [...desktop.findings, ...phone.findings].filter(({ severity }) => severity !== 'look');
      const rules = new Set(certain.map(({ rule }) => rule));
      seeded += faults.length;
      missed.push(...faults.filter((fault) => !rules.has(fault)).map((fault) => `${name}: ${fault}`));
      falseAlarms.push(
        ...[...rules].filter((rule) => !faults.includes(rule)).map((rule) => `${name}: ${rule}`),
      );
    }
    const recall = (seeded - missed.length) / seeded;
    const perPage = falseAlarms.length / pages.length;
    process.stdout.write(
      `audit: recall ${(recall * 100).toFixed(1)} % of ${seeded} seeded faults, ${falseAlarms.length} false alarms on ${pages.length} pages\n`,
    );
    expect(recall, missed.join('\n')).toBeGreaterThanOrEqual(RECALL_MIN);
    expect(perPage, falseAlarms.join('\n')).toBeLessThanOrEqual(FALSE_ALARMS_PER_PAGE_MAX);
  },
);
