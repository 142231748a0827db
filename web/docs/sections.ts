/** The sections of the documentation, in the order of the menu. Each is the file of this name in `sections/`. */
export const SECTIONS = [
  'getting-started',
  'project-organization',
  'snapshot-management',
  'comments-collaboration',
  'review-workflows',
  'best-practices',
  'troubleshooting',
] as const;

/** Returns the URL of a section. The first one is the documentation's start page. */
export const pathOf = (slug: string): string => (slug === SECTIONS[0] ? '/docs' : `/docs/${slug}`);

/** The same section as Markdown. */
export const markdownPathOf = (slug: string): string => `/docs/${slug}.md`;

/** Pages that the menu does not list. Each is the file of this name in the folder `docs` of the project. */
export const ARTICLES = ['pins', 'coding-agents'] as const;
