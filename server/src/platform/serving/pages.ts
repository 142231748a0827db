const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

export interface Page {
  title: string;
  text: string;
  action?: { label: string; href: string; newTab?: boolean };
}

const STYLE = `
:root{color-scheme:light dark;--house:#faf9f7;--ink:#17191c;--muted:#5c6169;--spot:#b45309;--glow:#f59e0b}
@media(prefers-color-scheme:dark){:root{--house:#0f1114;--ink:#ededeb;--muted:#9aa0a8;--spot:#fbbf24;--glow:#fbbf24}}
*{box-sizing:border-box}
html{height:100%}
body{margin:0;min-height:100%;display:grid;place-items:center;padding:24px;background:var(--house);color:var(--ink);
font:14px/1.5 Geist,Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:400px;text-align:center}
svg{display:block;margin:0 auto 20px;color:var(--glow)}
h1{margin:0 0 8px;font-size:20px;line-height:1.3;font-weight:600;text-wrap:balance}
p{margin:0;color:var(--muted);text-wrap:pretty}
a{display:inline-block;margin-top:24px;padding:8px 14px;border-radius:6px;background:var(--ink);color:var(--house);
font-weight:500;text-decoration:none}
a:focus-visible{outline:2px solid var(--spot);outline-offset:2px}
`.replaceAll('\n', '');

const MARK =
  '<svg width="28" height="28" viewBox="0 0 28 28" fill="currentColor" aria-hidden="true">' +
  '<path d="M11 2h6l7 18H4z" opacity=".28"/><circle cx="14" cy="23" r="3"/></svg>';

function link({ label, href, newTab }: NonNullable<Page['action']>): string {
  const target = newTab ? ' target="_blank" rel="noopener"' : '';
  return `<a href="${escapeHtml(href)}"${target}>${escapeHtml(label)}</a>`;
}

/** Renders a self-contained error page. */
export function renderPage({ title, text, action }: Page): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>` +
    `<body><main>${MARK}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>` +
    `${action ? link(action) : ''}</main></body></html>`
  );
}

/** The pages contain our own text only, which this policy enforces. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export const MISSING_SITE: Page = {
  title: 'Nothing here',
  text: 'This preview does not exist or its owner deleted it. Check the link or ask the person who shared it.',
};

export const EXPIRED_SITE: Page = {
  title: 'This preview has expired',
  text: 'If its owner extends it, this link works again.',
};

/** `root` is the path of the prototype's first page. */
export const missingFilePage = (root: string): Page => ({
  title: 'Page not found',
  text: 'This prototype has no page at this URL.',
  action: { label: 'Go to the first page', href: root },
});

export const BAD_ADDRESS: Page = {
  title: 'This address is not valid',
  text: 'The URL contains characters that are not allowed.',
};

export const UNAVAILABLE: Page = {
  title: 'Temporarily unavailable',
  text: 'Reload this page in a moment.',
};

export const lockedPage = (appUrl: string): Page => ({
  title: 'This preview is protected',
  text: 'Open it through the link you received. That page asks for the password once.',
  action: { label: 'Go to Stagelink', href: appUrl },
});

export const staleTicketPage = (appUrl: string): Page => ({
  title: 'Open this preview again',
  text: 'Its one-time link was already used or has expired. Reload the page you came from.',
  action: { label: 'Go to Stagelink', href: appUrl },
});

/** Shown in a frame whose browser has rejected the grant's cookie; `href` issues another ticket. */
export const blockedCookiePage = (href: string): Page => ({
  title: 'Your browser blocks this preview',
  text: 'It is protected, and your browser blocks cookies in frames. Open it in a new tab.',
  action: { label: 'Open in new tab', href, newTab: true },
});

/** Shown in a frame without a valid grant. */
export const LOCKED_FRAME: Page = {
  title: 'This preview is locked again',
  text: 'Access has expired. Reload the page or choose “Open in new tab”.',
};

export const NOT_ALLOWED: Page = {
  title: 'Not allowed',
  text: 'Previews accept GET and HEAD requests only.',
};
