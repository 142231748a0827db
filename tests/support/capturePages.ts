import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PNG } from 'pngjs';
import type { Site } from './browserExtension.ts';

// Websites with everything that copies of pages tend to lose.

const FONT = readFileSync(path.resolve(import.meta.dirname, '../../capture/dist/packed/geist.woff2'));

/** What a user must never find in a capture. */
export const SECRETS = {
  password: 'correct-seeded-password',
  card: '4111 1111 1111 1234',
  code: '918273',
  hidden: 'seeded-hidden-token',
  cookie: 'seeded-cookie-value',
  storage: 'seeded-storage-value',
  csrf: 'seeded-csrf-value',
  query: 'seeded-query-value',
};
export const TYPED = 'A text that was typed';

function picture(
  width: number,
  height: number,
  [red, green, blue]: readonly [number, number, number],
): Buffer {
  const png = new PNG({ width, height });
  for (let at = 0; at < width * height; at += 1) {
    const isStripe = Math.floor((at % width) / 16) % 2 === 0;
    png.data.set([red, isStripe ? green : 255 - green, blue, 255], at * 4);
  }
  return PNG.sync.write(png);
}

const page = (title: string, head: string, body: string, attributes = 'lang="en"') =>
  `<!doctype html><html ${attributes}><head><meta charset="utf-8"><title>${title}</title><style>body{margin:24px;font:16px/1.5 sans-serif}` +
  `.box{width:320px;height:120px;border:4px solid #17191c}</style>${head}</head><body>${body}</body></html>`;

/** Stands for another website in the pages below. */
const OUTSIDE = 'https://outside.example';

const PAGES: Record<string, string> = {
  'open shadow roots': page(
    'Open shadow roots',
    '<style>x-card:not(:defined){display:none}</style>',
    `<x-card><b slot="title">Slotted</b></x-card><script>
    customElements.define('x-card', class extends HTMLElement { constructor() { super();
      const root = this.attachShadow({ mode: 'open' });
      root.innerHTML = '<style>:host{display:block;padding:24px;background:#fde68a}::slotted(b){color:#b91c1c;font-size:32px}</style><slot name="title"></slot><p>Inside</p>'; } });
    </script>`,
  ),
  'closed shadow roots': page(
    'Closed shadow roots',
    '',
    `<div id="host"></div><script>
    const outer = host.attachShadow({ mode: 'closed' });
    outer.innerHTML = '<style>p{font-size:40px;color:#15803d}</style><p>Closed</p><section></section>';
    outer.querySelector('section').attachShadow({ mode: 'closed' }).innerHTML = '<style>i{background:#bfdbfe;padding:20px}</style><i>Nested</i>';
    </script>`,
  ),
  'adopted style sheets': page(
    'Adopted style sheets',
    '<style id="inserted"></style>',
    `<h1>Adopted</h1><p class="late">Inserted</p><div id="host"></div><script>
    const sheet = new CSSStyleSheet(); sheet.replaceSync('h1{color:#b45309;letter-spacing:4px} body{background:#fffbeb}');
    const inner = new CSSStyleSheet(); inner.replaceSync('u{background:url(/stripes.png);padding:30px;color:#fff}');
    document.adoptedStyleSheets = [sheet];
    const root = host.attachShadow({ mode: 'open' }); root.innerHTML = '<u>In the shadow</u>'; root.adoptedStyleSheets = [inner];
    document.getElementById('inserted').sheet.insertRule('.late{font-size:36px;color:#7c3aed}');
    </script>`,
  ),
  'canvas and WebGL': page(
    'Canvas and WebGL',
    '',
    `<canvas id="flat" width="320" height="200" style="border:2px solid"></canvas><canvas id="deep" width="200" height="200"></canvas><script>
    const flat = document.getElementById('flat').getContext('2d');
    flat.fillStyle = '#f59e0b'; flat.fillRect(20, 20, 200, 100); flat.fillStyle = '#17191c'; flat.font = '32px sans-serif'; flat.fillText('Drawn', 40, 160);
    const gl = document.getElementById('deep').getContext('webgl');
    if (gl) { gl.clearColor(0.2, 0.5, 0.9, 1); const draw = () => { gl.clear(gl.COLOR_BUFFER_BIT); requestAnimationFrame(draw); }; draw(); }
    </script>`,
  ),
  'lazy images': page(
    'Lazy images',
    '',
    `<div style="height:2400px">Far above</div><img loading="lazy" src="/stripes.png" width="320" height="160" alt="">
    <img id="later" alt="" width="320" height="160"><script>
    new IntersectionObserver((all, seen) => { if (all.some((each) => each.isIntersecting)) { later.src = '/dots.png'; seen.disconnect(); } }).observe(later);
    </script>`,
  ),
  'responsive images': page(
    'Responsive images',
    '',
    `<img alt="" srcset="/small.png 1x, /stripes.png 2x"><picture><source media="(min-width: 800px)" srcset="/dots.png"><img src="/small.png" alt=""></picture>
    <img alt="" width="400" sizes="400px" srcset="/small.png 100w, /wide.png?a=1,2 800w">`,
  ),
  'imports and web fonts': page(
    'Imports and web fonts',
    '<link rel="stylesheet" href="/css/main.css">',
    '<h1>Set in a web font</h1><p class="imported">Imported twice</p>',
  ),
  'SVG sprites': page(
    'SVG sprites',
    '',
    `<svg class="box" viewBox="0 0 24 24"><use href="/sprite.svg#star"></use></svg>
    <svg width="0" height="0"><symbol id="ring" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="none" stroke="#c2410c"/></symbol></svg>
    <svg class="box"><use xlink:href="#ring"></use></svg><img class="box" src="/sprite.svg" alt="">`,
  ),
  'nested frames': page(
    'Nested frames',
    '',
    '<iframe src="/frame/one" width="600" height="300"></iframe><iframe srcdoc="<body style=\'background:#dcfce7\'>Written here" width="200" height="100"></iframe>',
  ),
  'frames of another website': page(
    'Frames of another website',
    '',
    `<iframe src="${OUTSIDE}/frame/one" width="600" height="300"></iframe><iframe src="/frame/two" width="300" height="150"></iframe>`,
  ),
  'a form with secrets': page(
    'A form with secrets',
    `<meta name="csrf-token" content="${SECRETS.csrf}">`,
    `<form action="/pay"><input type="hidden" name="session" value="${SECRETS.hidden}">
    <p><input name="user" id="user"> <input type="password" id="pass"> <input autocomplete="section-a cc-number" id="card"> <input autocomplete="one-time-code" id="code"></p>
    <div id="mirror"><textarea id="text"></textarea></div><div id="note" contenteditable></div><p id="echo"></p>
    <label><input type="checkbox" id="box"> Subscribe</label> <select id="pick"><option>One<option>Two</select> <button>Pay</button></form><script>
    document.cookie = 'sid=${SECRETS.cookie}'; localStorage.setItem('token', '${SECRETS.storage}');
    card.addEventListener('input', () => { echo.textContent = 'Card ' + card.value; echo.dataset.card = card.value; });
    text.addEventListener('input', () => { mirror.dataset.value = text.value; });
    </script>`,
  ),
  'a strict policy': page(
    'A strict policy',
    '<link rel="stylesheet" href="/css/strict.css">',
    '<h1 class="strict">Strict</h1><img src="/stripes.png" alt="">',
  ),
  'right to left': page(
    'Right to left',
    '<style>.row{display:flex;gap:24px}.row>*{padding:24px;background:#e0e7ff;margin-inline-start:40px}</style>',
    '<h1>من اليمين إلى اليسار</h1><div class="row"><b>واحد</b><b>اثنان</b></div><table border="1"><tr><td>أ<td>ب</table>',
    'lang="ar" dir="rtl"',
  ),
  'five megabytes': page(
    'Five megabytes',
    '<style>li{margin:2px}</style>',
    `<ol>${Array.from({ length: 2000 }, (_, at) => `<li data-row="${'x'.repeat(2400)}">Row ${at}</li>`).join('')}</ol>`,
  ),
  'an endless page': page(
    'An endless page',
    '<style>article{height:600px;border-bottom:2px solid #17191c}</style>',
    `<main id="list"></main><script>
    const more = () => { for (let at = 0; at < 3; at += 1) list.append(Object.assign(document.createElement('article'), { textContent: 'Item ' + list.children.length })); };
    more(); addEventListener('scroll', () => { if (scrollY + innerHeight > document.body.scrollHeight - 100 && list.children.length < 60) more(); });
    </script>`,
  ),
  'print styles': page(
    'Print styles',
    '<link rel="stylesheet" media="print" href="/css/print.css"><link rel="alternate stylesheet" title="Other" href="/css/other.css"><style media="(max-width: 400px)">h1{display:none}</style>',
    '<h1>On a screen</h1><p>Neither printed nor alternative</p>',
  ),
};

/** Pages that cannot look the same, with the reason. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'a form with secrets': 'what was typed is left blank',
};

/** Serves all pages; returns their paths by name. */
export function serveCapturePages(site: Site): Record<string, string> {
  const files = site.pages as Record<string, unknown>;
  const bytes = (type: string, body: Buffer | string) => {
    const handler: Site['pages'][string] = (_request, response) =>
      void response.setHeader('Content-Type', type).end(body);
    return handler;
  };
  files['/stripes.png'] = bytes('image/png', picture(320, 160, [180, 83, 9]));
  files['/dots.png'] = bytes('image/png', picture(320, 160, [21, 128, 61]));
  // No other image has these bytes: Chromium shows a larger candidate that it has loaded already.
  files['/wide.png'] = bytes('image/png', picture(320, 160, [126, 34, 206]));
  files['/small.png'] = bytes('image/png', picture(160, 80, [29, 78, 216]));
  files['/font.woff2'] = bytes('font/woff2', FONT);
  files['/css/main.css'] =
    '@import "deeper/more.css";@font-face{font-family:Loaded;src:url("../font.woff2") format("woff2");font-weight:100 900}h1{font:600 48px Loaded}';
  files['/css/deeper/more.css'] =
    '@import url(../main.css);.imported{background:url(../../stripes.png);color:#fff;padding:40px}';
  files['/css/strict.css'] = '.strict{color:#b91c1c;font-size:60px}';
  files['/css/print.css'] = files['/css/other.css'] = 'body{display:none}';
  files['/sprite.svg'] = bytes(
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" onload="alert(1)"><script>alert(1)</script><symbol id="star" viewBox="0 0 24 24"><path fill="#f59e0b" d="M12 2l3 7h7l-6 5 2 8-6-5-6 5 2-8-6-5h7z"/></symbol><rect width="24" height="12" fill="#15803d"/></svg>',
  );
  files['/frame/one'] = page(
    'One',
    '<style>body{background:#fee2e2}</style>',
    'One<iframe src="two" width="300" height="150"></iframe>',
  );
  files['/frame/two'] = page('Two', '', '<h2>Two</h2><img src="/stripes.png" width="100" alt="">');
  const paths: Record<string, string> = {};
  for (const [at, [name, html]] of Object.entries(PAGES).entries()) {
    const address = `/page-${at}`;
    paths[name] = address;
    files[address] = html.replaceAll(OUTSIDE, site.outside);
  }
  const strict: Site['pages'][string] = (_request, response) =>
    void response
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .setHeader('Content-Security-Policy', "default-src 'none'; img-src 'self'; style-src 'self'")
      .end(PAGES['a strict policy']);
  files[paths['a strict policy'] ?? ''] = strict;
  return paths;
}

/** Types into the form of its page as a user does. */
export const FORM_FIELDS = {
  user: TYPED,
  pass: SECRETS.password,
  card: SECRETS.card,
  code: SECRETS.code,
  text: TYPED,
};
