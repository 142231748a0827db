import { sentence } from '@stagelink/shared/domain/sentence';
import { PICTURE_SIZE } from '@stagelink/shared/contracts/pictures';
import { escapeHtml } from '../../platform/serving/pages.ts';

/** What a page says about itself to search engines, chat apps and mail programs. */
export interface LinkPreview {
  /** Also the document's title, until a script sets another. */
  title: string;
  description: string;
  /** Absolute URL of the page, without what is personal; null leaves it out. */
  url: string | null;
  picture: { url: string; width: number; height: number; alt: string };
}

const PRODUCT = 'Stagelink';
export const PROMISE =
  'Turns a folder on your computer into a private link that people open, comment on and approve.';

/** The same for every snapshot whose content must not be shown: protected, expired or unknown. */
export const neutralPreview = (appUrl: string): LinkPreview => ({
  title: PRODUCT,
  description: PROMISE,
  url: null,
  picture: { url: `${appUrl}/card.png`, width: 1200, height: 630, alt: `${PRODUCT}. ${PROMISE}` },
});

const TITLES: Record<string, { title: string; description: string }> = {
  '/': { title: `${PRODUCT} · A private link for every prototype`, description: PROMISE },
  '/pricing': {
    title: `Pricing · ${PRODUCT}`,
    description: 'What Free and Pro include, and what they cost.',
  },
  '/login': {
    title: `Log in · ${PRODUCT}`,
    description: 'Log in or sign up to stage prototypes, collect comments and request reviews.',
  },
};

export const pagePreview = (appUrl: string, path: string): LinkPreview => ({
  ...neutralPreview(appUrl),
  ...TITLES[path],
  url: TITLES[path] ? `${appUrl}${path}` : null,
});

interface PublicPage {
  path: string;
  title: string;
  description: string;
}

export const docsPreview = (appUrl: string, { path, title, description }: PublicPage): LinkPreview => ({
  ...neutralPreview(appUrl),
  title: `${title} · ${PRODUCT} docs`,
  description,
  url: `${appUrl}${path}`,
});

interface OpenSnapshot {
  id: string;
  name: string;
  ownerName: string | null;
  /** Path of the picture of its first page. */
  picture: string | null;
}

export function snapshotPreview(appUrl: string, { id, name, ownerName, picture }: OpenSnapshot): LinkPreview {
  const neutral = neutralPreview(appUrl);
  return {
    ...neutral,
    title: sentence`${name} · ${PRODUCT}`,
    picture:
      picture === null
        ? neutral.picture
        : { ...PICTURE_SIZE, url: `${appUrl}${picture}`, alt: sentence`The first page of ${name}` },
    description: `A prototype${ownerName === null ? '' : sentence` by ${ownerName}`}. Open it, click an element and comment. You need no account.`,
    url: `${appUrl}/s/${id}`,
  };
}

const meta = (kind: 'name' | 'property', name: string, content: string | number) =>
  `<meta ${kind}="${name}" content="${escapeHtml(String(content))}">`;

/** Renders the elements of a page's head. Facebook's names are read by most programs, Twitter's add the large picture. */
export function renderLinkPreview({ title, description, url, picture }: LinkPreview): string {
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    ...(url === null
      ? []
      : [`<link rel="canonical" href="${escapeHtml(url)}">`, meta('property', 'og:url', url)]),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', PRODUCT),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:image', picture.url),
    meta('property', 'og:image:width', picture.width),
    meta('property', 'og:image:height', picture.height),
    meta('property', 'og:image:alt', picture.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
  ].join('\n    ');
}
