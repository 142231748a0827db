const SECTIONS = ['comments', 'reviews', 'ai', 'login'] as const;
export type Section = (typeof SECTIONS)[number];

/** Which of our widgets a page that frames us asks for; null for the viewer as a whole. */
export function sectionAsked(): Section | null {
  if (window.parent === window) return null;
  return SECTIONS.find((section) => window.location.hash === `#${section}`) ?? null;
}
