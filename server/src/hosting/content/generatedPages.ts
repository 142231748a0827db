import { RECOVERY_PATH } from '@stagelink/shared/preview/handshake';
import type { Page, PageList } from '../../platform/serving/pages.ts';

/** Pages that a list names. */
const NAMED = 100;
/** Characters of an address in a title. */
const TITLE_CHARACTERS = 80;

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');
/** Returns the address of a page without what a visitor need not type. */
const addressOf = (path: string) => path.replace(/(^|\/)index\.html?$/, '$1').replace(/\.html$/, '');
const shortened = (text: string) =>
  text.length > TITLE_CHARACTERS ? `${text.slice(0, TITLE_CHARACTERS)}…` : text;

interface Surroundings {
  /** Path of the prototype's root, without a slash at its end. */
  root: string;
  agentTag: string;
  pages: readonly string[];
}

function listOf({ root, pages }: Surroundings): PageList {
  const links = pages.slice(0, NAMED).map((path) => ({
    label: `/${addressOf(path)}`,
    href: `${root}/${encoded(path)}`,
  }));
  return { label: 'Pages', links, more: pages.length - links.length };
}

const withList = (page: Page, around: Surroundings): Page => ({
  ...page,
  agentTag: around.agentTag,
  ...(around.pages.length > 0 && { list: listOf(around) }),
});

/** Opens at the root of a site that has no start page. */
export const startListPage = (around: Surroundings): Page =>
  withList(
    { title: 'Choose a page', text: 'This snapshot has several pages and none to start with.' },
    around,
  );

/** Shown at a path, without its first slash, that is no page and no route of an application. */
export const missingPage = (path: string, around: Surroundings): Page =>
  withList(
    {
      title: `“/${shortened(path)}” is not in this snapshot`,
      text: around.pages.length > 0 ? 'It has these pages:' : 'It has no pages.',
    },
    around,
  );

/** See `RENEWAL_PATH`. */
export const RENEWAL_PAGE: Page = {
  title: 'Loading…',
  text: 'The page is loaded again from the server.',
  agentTag: `<script type="module" src="${RECOVERY_PATH}?renew"></script>`,
};

/** See `CLEARING_PATH`. */
export const CLEARED_PAGE: Page = { title: 'Cleared', text: 'What this prototype stored here was removed.' };
