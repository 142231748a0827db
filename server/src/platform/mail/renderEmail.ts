import { escapeHtml } from '../serving/pages.ts';
import type { MailPicture } from './message.ts';

/** Where an email's HTML shows its picture. */
const PICTURE_MARK = '<!-- picture -->';
const PICTURE_CID = 'picture@stagelink';

/** Returns the HTML that shows the attached picture, or nothing if there is none any more. */
export function withPicture(html: string, alt: string | null): string {
  const image =
    alt === null
      ? ''
      : `<p style="margin:24px 0 0"><img src="cid:${PICTURE_CID}" alt="${escapeHtml(alt)}" width="456" style="display:block;width:100%;max-width:456px;height:auto;border:1px solid #e6e3de;border-radius:6px"></p>`;
  return html.replace(PICTURE_MARK, () => image);
}

export const pictureAttachment = (content: Buffer) => ({
  cid: PICTURE_CID,
  filename: 'first-page.webp',
  contentType: 'image/webp',
  contentDisposition: 'inline' as const,
  content,
});

/** The content of an email as plain text; the layout is the same for all. */
export interface EmailContent {
  subject: string;
  greeting?: string;
  paragraphs: string[];
  /** Facts, one per line. */
  details?: { label: string; value: string }[];
  /** Sections, each with its activity and a link. */
  groups?: { title: string; url?: string | undefined; items: { title: string; text: string }[] }[];
  /** Stored; attached when the email is sent. */
  picture?: MailPicture | undefined;
  action?: { label: string; url: string };
  /** Why the recipient gets this email, or what to do if it was unexpected. */
  footer?: string;
  /** Links of optional emails: the page behind the link, and the URL that mail programs POST to (RFC 8058). */
  unsubscribe?: { pageUrl: string; postUrl: string };
}

export interface EmailMessage {
  subject: string;
  html: string;
  text: string;
  picture?: MailPicture;
  headers: Record<string, string>;
}

const FONT = `Geist,Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;

/** Mail programs without dark mode use the inline colors; the others use these rules. */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.page{padding:16px 0!important}.card{padding:24px 20px!important;border-radius:0!important;border-width:1px 0!important}.bare{padding-left:20px!important;padding-right:20px!important}}
@media (prefers-color-scheme:dark){
.house{background:#0f1114!important}.card{background:#16191d!important;border-color:#24272c!important}
.ink{color:#ededeb!important}.muted{color:#9aa0a8!important}.spotlight{color:#fbbf24!important}
.rule{border-color:#24272c!important}.action{background:#ededeb!important;color:#0f1114!important}
}`.replaceAll('\n', '');

function webAddress(url: string): string {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('Emails may link to web pages only');
  return escapeHtml(url);
}

const paragraph = (text: string) =>
  `<p class="ink" style="margin:0 0 16px;font-size:15px;line-height:24px;color:#17191c">${escapeHtml(text)}</p>`;

function facts(details: NonNullable<EmailContent['details']>): string {
  const rows = details.map(
    ({ label, value }) =>
      `<tr><td class="muted rule" valign="top" style="padding:10px 16px 10px 0;border-top:1px solid #e6e3de;font-size:13px;line-height:20px;color:#5c6169;white-space:nowrap">${escapeHtml(label)}</td>` +
      `<td class="ink rule" valign="top" width="100%" style="padding:10px 0;border-top:1px solid #e6e3de;font-size:14px;line-height:20px;color:#17191c;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 20px">${rows.join('')}</table>`;
}

function group({ title, url, items }: NonNullable<EmailContent['groups']>[number]): string {
  const heading = url
    ? `<a class="ink" href="${webAddress(url)}" style="color:#17191c;text-decoration:underline;text-underline-offset:3px">${escapeHtml(title)}</a>`
    : escapeHtml(title);
  const lines = items.map(
    (one) =>
      `<p class="ink" style="margin:8px 0 0;font-size:14px;line-height:20px;font-weight:500;color:#17191c">${escapeHtml(one.title)}</p>` +
      `<p class="muted" style="margin:0;font-size:14px;line-height:20px;color:#5c6169">${escapeHtml(one.text)}</p>`,
  );
  return (
    `<div class="rule" style="margin:0;padding:16px 0;border-top:1px solid #e6e3de;overflow-wrap:anywhere">` +
    `<h2 class="ink" style="margin:0;font-size:15px;line-height:20px;font-weight:600;color:#17191c">${heading}</h2>` +
    `${lines.join('')}</div>`
  );
}

function button({ label, url }: NonNullable<EmailContent['action']>): string {
  const href = webAddress(url);
  return (
    `<p style="margin:24px 0"><a class="action" href="${href}" style="display:inline-block;padding:11px 18px;border-radius:6px;background:#17191c;color:#faf9f7;font-size:14px;line-height:20px;font-weight:500;text-decoration:none">${escapeHtml(label)}</a></p>` +
    `<p class="muted" style="margin:0;font-size:13px;line-height:20px;color:#5c6169">Or open this address:<br><a class="muted" href="${href}" style="color:#5c6169;overflow-wrap:anywhere">${href}</a></p>`
  );
}

function small(words: EmailContent): string {
  const style = 'margin:0 0 8px;font-size:12px;line-height:18px;color:#5c6169';
  const footer = words.footer ? `<p class="muted" style="${style}">${escapeHtml(words.footer)}</p>` : '';
  const unsubscribe = words.unsubscribe
    ? `<p class="muted" style="${style}"><a class="muted" href="${webAddress(words.unsubscribe.pageUrl)}" style="color:#5c6169">Unsubscribe</a></p>`
    : '';
  return footer + unsubscribe;
}

function renderHtml(words: EmailContent): string {
  const opening = [words.greeting, ...words.paragraphs].filter((text) => text !== undefined);
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
    `<title>${escapeHtml(words.subject)}</title><style>${STYLE}</style></head>` +
    `<body class="house" style="margin:0;padding:0;background:#faf9f7;font-family:${FONT}">` +
    // The preview text beside the subject in lists.
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(words.paragraphs[0] ?? '')}</div>` +
    `<table role="presentation" class="house" width="100%" cellpadding="0" cellspacing="0" style="background:#faf9f7"><tr><td class="page" align="center" style="padding:40px 16px">` +
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:left">` +
    `<tr><td class="bare ink" style="padding:0 4px 16px;font-size:15px;line-height:20px;font-weight:600;color:#17191c"><span class="spotlight" style="color:#b45309">&#9679;</span>&nbsp; Stagelink</td></tr>` +
    `<tr><td class="card" style="padding:32px;background:#fffefc;border:1px solid #e6e3de;border-radius:10px">` +
    `<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;color:#17191c">${escapeHtml(words.subject)}</h1>` +
    opening.map(paragraph).join('') +
    (words.details?.length ? facts(words.details) : '') +
    (words.groups ?? []).map(group).join('') +
    (words.picture ? PICTURE_MARK : '') +
    (words.action ? button(words.action) : '') +
    `</td></tr><tr><td class="bare" style="padding:16px 4px 0">${small(words)}</td></tr></table></td></tr></table></body></html>`
  );
}

function renderText(words: EmailContent): string {
  const { greeting, paragraphs, details = [], groups = [], action, footer, unsubscribe } = words;
  const small = [footer, unsubscribe && `Unsubscribe: ${unsubscribe.pageUrl}`].filter(Boolean);
  const parts = [
    greeting,
    ...paragraphs,
    details.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    ...groups.map(({ title, url, items }) =>
      [title, ...items.map((one) => `- ${one.title}: ${one.text}`), ...(url ? [url] : [])].join('\n'),
    ),
    action && `${action.label}:\n${action.url}`,
    ['-- ', 'Stagelink', ...small].join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

export function renderEmail(words: EmailContent): EmailMessage {
  const headers: Record<string, string> = words.unsubscribe
    ? {
        'List-Unsubscribe': `<${new URL(words.unsubscribe.postUrl).href}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
    : {};
  return {
    subject: words.subject,
    html: renderHtml(words),
    text: renderText(words),
    ...(words.picture && { picture: words.picture }),
    headers,
  };
}
