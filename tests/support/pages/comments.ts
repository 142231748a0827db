import { expect, type Locator, type Page, type Response } from '@playwright/test';
import { startPicking } from '../story.ts';
import { clickIn } from './viewer.ts';

/** A page, or a frame or part of one. */
type Scope = Pick<Page, 'getByRole'>;

export const commentsPanel = (page: Scope): Locator => page.getByRole('complementary', { name: 'Comments' });

/** All threads of the list of comments. */
export const threads = (page: Scope): Locator => commentsPanel(page).getByRole('article');

export const threadBy = (page: Scope, author: string): Locator =>
  page.getByRole('article', { name: `Thread by ${author}` });

/** Opens the closed card of a thread in the list of comments. */
export const openThread = (page: Page, author: string): Promise<void> =>
  page
    .getByRole('button', { name: `Open the thread by ${author}` })
    .first()
    .click({ position: { x: 4, y: 4 } });

/** The form of a comment on an element. */
export const composer = (page: Scope): Locator => page.getByRole('region', { name: 'Write a comment' });

export const commentField = (page: Scope): Locator =>
  composer(page).getByRole('textbox', { name: 'Comment', exact: true });

/** The field of a comment on the whole page. */
export const pageCommentField = (page: Scope): Locator =>
  page.getByRole('textbox', { name: 'Write a comment' });

/** Picks an element of the prototype, whose comment is then written. */
export async function pickForComment(page: Page, selector: string): Promise<void> {
  await startPicking(page);
  await clickIn(page, selector);
  await expect(commentField(page)).toBeFocused();
}

/** Comments on an element of the prototype with the keyboard. */
export async function sendComment(page: Page, selector: string, text: string): Promise<void> {
  await pickForComment(page, selector);
  await commentField(page).fill(text);
  await page.keyboard.press('Control+Enter');
}

/** Comments on an element of the prototype, and waits for the thread in the list. */
export async function commentOn(page: Page, selector: string, text: string): Promise<void> {
  await sendComment(page, selector, text);
  await expect(threads(page).filter({ hasText: text.slice(0, 30) })).toBeVisible();
}

/** Waits for the reply to the comment that is sent next. */
export const commentReply = (page: Page): Promise<Response> =>
  page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/comments'),
  );
