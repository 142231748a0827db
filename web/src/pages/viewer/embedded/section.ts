const SECTIONS = ['comments', 'reviews', 'ai', 'login'] as const;
export type Section = (typeof SECTIONS)[number];

/** Returns the section a framing page requests; null for the whole viewer. */
export function requestedSection(): Section | null {
  if (window.parent === window) return null;
  return SECTIONS.find((section) => window.location.hash === `#${section}`) ?? null;
}
