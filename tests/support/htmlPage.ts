/** Returns a page of a prototype. */
export const htmlPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;

/** Returns a page of a prototype with its title as heading. */
export const titledPage = (title: string, body = ''): string => htmlPage(title, `<h1>${title}</h1>${body}`);
