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
  list?: PageList;
  /** Loads the preview agent, where the page belongs to a prototype. */
  agentTag?: string;
}

export interface PageList {
  /** What assistive technology calls it. */
  label: string;
  links: readonly { label: string; href: string }[];
  /** Number of links beyond these. */
  more: number;
}

const STYLE = `
:root{color-scheme:light dark;--house:#faf9f7;--ink:#17191c;--muted:#5c6169;--spot:#b45309;--glow:#f59e0b;--line:#e4e1db}
@media(prefers-color-scheme:dark){:root{--house:#0f1114;--ink:#ededeb;--muted:#9aa0a8;--spot:#fbbf24;--glow:#fbbf24;--line:#2a2e34}}
*{box-sizing:border-box}
html{height:100%}
body{margin:0;min-height:100%;display:grid;place-items:center;padding:24px;background:var(--house);color:var(--ink);
font:14px/1.5 Geist,Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:400px;text-align:center}
svg{display:block;margin:0 auto 20px;color:var(--glow)}
h1{margin:0 0 8px;font-size:20px;line-height:1.3;font-weight:600;text-wrap:balance}
h1,li{overflow-wrap:anywhere}
p{margin:0;color:var(--muted);text-wrap:pretty}
main>a{display:inline-block;margin-top:24px;padding:8px 14px;border-radius:6px;background:var(--ink);color:var(--house);
font-weight:500;text-decoration:none}
a:focus-visible{outline:2px solid var(--spot);outline-offset:2px}
ul{list-style:none;margin:24px 0 0;padding:0;text-align:start;border-top:1px solid var(--line)}
li{border-bottom:1px solid var(--line)}
li a{display:block;padding:10px 8px;color:inherit;text-decoration:none}
li a:hover{text-decoration:underline}
ul+p{margin-top:12px}
`.replaceAll('\n', '');

const MARK =
  '<svg width="28" height="28" viewBox="0 0 28 28" fill="currentColor" aria-hidden="true">' +
  '<path d="M11 2h6l7 18H4z" opacity=".28"/><circle cx="14" cy="23" r="3"/></svg>';

function link({ label, href, newTab }: NonNullable<Page['action']>): string {
  const target = newTab ? ' target="_blank" rel="noopener"' : '';
  return `<a href="${escapeHtml(href)}"${target}>${escapeHtml(label)}</a>`;
}

function renderList({ label, links, more }: PageList): string {
  const items = links.map(
    ({ label, href }) =>
      `<li><a href="${escapeHtml(href)}"><bdi dir="ltr">${escapeHtml(label)}</bdi></a></li>`,
  );
  const rest = more > 0 ? `<p>And ${more.toLocaleString('en')} more.</p>` : '';
  return `<nav aria-label="${escapeHtml(label)}"><ul>${items.join('')}</ul>${rest}</nav>`;
}

/** Renders a self-contained page. */
export function renderPage({ title, text, action, list, agentTag = '' }: Page): string {
  return (
    `<!doctype html><html lang="en"><head>${agentTag}<meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>` +
    `<body><main>${MARK}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>` +
    `${list ? renderList(list) : ''}${action ? link(action) : ''}</main></body></html>`
  );
}

/** The pages contain our own text only, which this policy enforces. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
/** The same with the preview agent, which loads its parts and draws pictures of the page. */
export const AGENT_PAGE_POLICY = `${PAGE_POLICY}; script-src 'self'; connect-src 'self'; img-src 'self' data: blob:`;

export const MISSING_SITE: Page = {
  title: 'Nothing here',
  text: 'This preview does not exist or its owner deleted it. Check the link or ask the person who shared it.',
};

export const EXPIRED_SITE: Page = {
  title: 'This preview has expired',
  text: 'If its owner extends it, this link works again.',
};

/** Page for what is reserved below a content origin: the parts of the preview agent. */
export const MISSING_PART: Page = {
  title: 'Nothing here',
  text: 'This address is reserved for parts of the preview.',
};

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
