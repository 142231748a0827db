import type { Page } from '@playwright/test';

/** Opens the closed card of a thread in the list of comments. */
export const openThread = (page: Page, author: string): Promise<void> =>
  page
    .getByRole('button', { name: `Open the thread by ${author}` })
    .first()
    .click({ position: { x: 4, y: 4 } });
