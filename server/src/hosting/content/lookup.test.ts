import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite, type TestFiles, type TestSite } from '../../testing/site.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const VISIT = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document', Accept: 'text/html' };
const SCRIPT = { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script', Accept: '*/*' };
const FETCH = { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty', Accept: '*/*' };
const OBJECT = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'object', Accept: 'text/html' };

const page = (title: string, more = '') =>
  `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1>${more}</body></html>`;

const get = (site: TestSite, path: string, headers: Record<string, string> = VISIT) =>
  world.fetch({ path, headers: { Host: site.host, ...headers } });

/** What a path answers: the status and the title of a page, or the address of a redirect. */
async function answerOf(site: TestSite, path: string, headers?: Record<string, string>): Promise<string> {
  const { status, headers: sent, body } = await get(site, path, headers);
  if (sent.location !== undefined) return `${status} to ${sent.location}`;
  const [, title] = /<title>(.*?)<\/title>/.exec(body.toString()) ?? [];
  return `${status} ${title ?? body.toString().trim()}`;
}

/** What each of the paths answers that are the keys of `expected`. */
async function answersOf(site: TestSite, expected: Record<string, string>): Promise<Record<string, string>> {
  const answers = new Map<string, string>();
  for (const path of Object.keys(expected)) answers.set(path, await answerOf(site, path));
  return Object.fromEntries(answers);
}

describe('A visit of a path that names no file', () => {
  test('opens 200.html, and the finished pages stay', async () => {
    const files = { 'index.html': page('HOME'), '200.html': page('SHELL'), 'about.html': page('ABOUT') };
    const site = await createSite(world, files);
    const expected = {
      '/': '200 HOME',
      '/about': '200 ABOUT',
      '/items/7': '200 SHELL',
      '/items/a.js': '200 SHELL',
    };
    expect(await answersOf(site, expected)).toEqual(expected);
    expect(await answerOf(site, '/missing.js', SCRIPT)).toBe('404 “/missing.js” is not in this snapshot.');
  });

  test('prefers the nearest 200.html to the nearest index.html and 404.html', async () => {
    const site = await createSite(world, {
      'index.html': page('HOME'),
      '200.html': page('SHELL'),
      '404.html': page('MISSING'),
      'shop/index.html': page('SHOP'),
      'shop/__spa-fallback.html': page('SHOP SHELL'),
    });
    const expected = { '/items/7': '200 SHELL', '/shop/cart': '200 SHOP SHELL' };
    expect(await answersOf(site, expected)).toEqual(expected);
  });

  test.each([
    '/users/ada%40example.com',
    '/sites/example.org',
    '/pkg/three.js',
    '/files/notes.md',
    '/people/j.me',
    '/v/2.0.in',
    '/items/1.1',
  ])('opens an application at %s, whatever it ends in', async (path) => {
    const site = await createSite(world, { 'index.html': page('APP') });
    expect(await answerOf(site, path)).toBe('200 APP');
    for (const part of [SCRIPT, FETCH, OBJECT]) expect((await get(site, path, part)).status).toBe(404);
  });

  test('opens the application of the nearest folder', async () => {
    const site = await createSite(world, {
      'index.html': page('LANDING'),
      'about.html': page('ABOUT'),
      'shop/index.html': page('SHOP'),
      'shop/app.js': 'history.pushState({}, "", "/shop/cart")',
    });
    const expected = {
      '/shop/cart/1': '200 SHOP',
      '/shop/nowhere.png': '200 SHOP',
      '/elsewhere': '404 “/elsewhere” is not in this snapshot',
    };
    expect(await answersOf(site, expected)).toEqual(expected);
  });

  test('opens the application of a language', async () => {
    const site = await createSite(world, {
      'en/index.html': page('EN'),
      'de/index.html': page('DE'),
      '3rdpartylicenses.txt': 'MIT',
    });
    const expected = {
      '/de/products': '200 DE',
      '/en/a/b.c': '200 EN',
      '/': '200 Choose a page',
      '/de': '308 to /de/',
    };
    expect(await answersOf(site, expected)).toEqual(expected);
  });

  const several = { 'about.html': page('ABOUT'), 'contact.html': page('CONTACT') };
  test.each<[how: string, index: string, files: TestFiles]>([
    ['in the page', page('APP', '<script>history.pushState({}, "", "/a")</script>'), {}],
    [
      'in its script',
      page('APP', '<script type=module crossorigin src=/assets/app.js></script>'),
      { 'assets/app.js': 'const h=window.history;h.pushState(s,"",u)' },
    ],
    [
      'in a part of its script',
      page('APP', '<script type="module" src="./assets/app.js"></script>'),
      {
        'assets/app.js': 'import{r as e}from"./vendor-b.js";e()',
        'assets/vendor-b.js': 'history[replace?"replaceState":"pushState"](s,"",u)',
      },
    ],
    [
      'in a module that the page imports',
      page('APP', '<script type=module>import("./_app/start.js").then(({ go }) => go())</script>'),
      {
        '_app/start.js': 'const go=(r,s,u)=>(r?history.replaceState:history.pushState).call(history,s,"",u)',
      },
    ],
    [
      'with a way back',
      page('APP', '<script src="app.js"></script>'),
      { 'app.js': 'addEventListener("popstate", show); history.replaceState(null, "", "/a")' },
    ],
  ])('opens the application among several pages whose routing is %s', async (_how, index, files) => {
    const site = await createSite(world, { 'index.html': index, ...several, ...files });
    const expected = { '/users/7': '200 APP' };
    expect(await answersOf(site, expected)).toEqual(expected);
  });

  test.each<[what: string, files: TestFiles]>([
    ['without scripts', { 'index.html': page('HOME') }],
    [
      'whose script only cleans its address',
      {
        'index.html': page('HOME', '<script src="a.js"></script>'),
        'a.js': 'history.replaceState({}, "", url)',
      },
    ],
    [
      'whose script measures routing',
      {
        'index.html': page('HOME', '<script src="a.js"></script>'),
        'a.js': 'var p=history.pushState;p&&(history.pushState=function(){p.apply(this,arguments)})',
      },
    ],
    [
      'whose router is on another host',
      { 'index.html': page('HOME', '<script src="//cdn.example/app.js"></script>') },
    ],
  ])('says what a site of several pages has, %s', async (_what, files) => {
    const site = await createSite(world, { ...files, ...several });
    const answer = await get(site, '/pricing?a=1');
    expect(answer.status).toBe(404);
    const html = answer.body.toString();
    expect(html).toContain('<h1>“/pricing” is not in this snapshot</h1>');
    expect(
      [...html.matchAll(/<li><a href="([^"]+)"><bdi dir="ltr">([^<]+)/g)].map(([, ...link]) => link),
    ).toEqual([
      ['/index.html', '/'],
      ['/about.html', '/about'],
      ['/contact.html', '/contact'],
    ]);
  });

  test('opens 404.html of a site of several pages, although its links change the address', async () => {
    const index = page('HOME', '<script>history.pushState({}, "", "/a")</script>');
    const site = await createSite(world, {
      'index.html': index,
      'about.html': page('ABOUT'),
      '404.html': page('MISSING'),
    });
    const expected = { '/nowhere': '404 MISSING', '/about': '200 ABOUT' };
    expect(await answersOf(site, expected)).toEqual(expected);
  });

  test.each([
    ['the application', '<script>history.pushState({}, "", "/a")</script>', '200 ONLY'],
    ['404.html', '', '404 MISSING'],
  ])('opens %s where a single page and 404.html are', async (_what, script, answer) => {
    const site = await createSite(world, { 'index.html': page('ONLY', script), '404.html': page('MISSING') });
    const expected = { '/nowhere': answer };
    expect(await answersOf(site, expected)).toEqual(expected);
  });
});

test('An address has a limited number of searches for client routing; what was found out does not count', async () => {
  const small = await worldForTest({
    logLevel: 'fatal',
    trustedProxies: 1,
    rateLimits: { ...world.app.config.rateLimits, rewrite: { points: 1, seconds: 600 } },
  });
  const files = { 'index.html': page('HOME'), 'about.html': page('ABOUT') };
  const [one, other] = [await createSite(small, files), await createSite(small, files)];
  const visit = async ({ host }: TestSite, from: string) => {
    const headers = { ...VISIT, Host: host, 'X-Forwarded-For': from };
    return (await small.fetch({ path: '/x', headers })).status;
  };
  expect(await visit(one, '192.0.2.1')).toBe(404);
  expect(await visit(one, '192.0.2.1')).toBe(404);
  expect(await visit(other, '192.0.2.1')).toBe(429);
  expect(await visit(other, '192.0.2.2')).toBe(404);
});

describe('The page that lists what there is', () => {
  const files = Object.fromEntries(
    Array.from({ length: 130 }, (_none, at) => [`p/${String(at).padStart(3, '0')}.html`, page(String(at))]),
  );

  test('names a limited number of pages', async () => {
    const site = await createSite(world, { ...files, '<b>&".html': page('ODD') });
    const html = (await get(site, '/')).body.toString();
    expect(html.match(/<li>/g)).toHaveLength(100);
    expect(html).toContain('And 31 more.');
    expect(html).toContain('<a href="/%3Cb%3E%26%22.html"><bdi dir="ltr">/&lt;b&gt;&amp;&quot;</bdi></a>');
  });

  test('has the preview agent and runs nothing else', async () => {
    const site = await createSite(world, files);
    for (const path of ['/', '/<script>alert(1)</script>']) {
      const { body, headers } = await get(site, path);
      expect(body.toString().match(/<script[^>]*>/g)).toEqual([
        `<script src="/__stagelink/agent.js" data-app="http://localhost:4600" data-snapshot="${site.id}" data-version="1">`,
      ]);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).toContain("script-src 'self'");
    }
  });

  test('is plain text for a script', async () => {
    const site = await createSite(world, files);
    expect(await answerOf(site, '/x', FETCH)).toBe('404 “/x” is not in this snapshot.');
  });

  test('leads to the pages below a path of the app, too', async () => {
    const below = await worldForTest({ contentMode: 'path', logLevel: 'fatal' });
    const site = await createSite(below, { 'a.html': page('A'), 'b.html': page('B') });
    const { body } = await below.fetch({ path: `/s/${site.id}/x/y`, headers: VISIT });
    expect(body.toString()).toContain('<script src="../__stagelink/agent.js"');
    expect(body.toString()).toContain(`<a href="/s/${site.id}/a.html">`);
  });
});

test.each<[what: string, files: TestFiles, opens: string]>([
  ['Index.html', { 'Index.html': page('CAPITAL'), 'about.html': page('ABOUT') }, '200 CAPITAL'],
  ['index.htm', { 'index.htm': page('SHORT'), 'about.html': page('ABOUT') }, '200 SHORT'],
  ['home.html', { 'home.html': page('WELCOME'), 'about.html': page('ABOUT') }, '200 WELCOME'],
  ['the only page', { 'report.html': page('REPORT'), 'a.css': '' }, '200 REPORT'],
  ['the only page, in a folder', { 'dist/x.html': page('X'), 'README.md': '' }, '308 to /dist/x.html'],
  ['200.html', { '200.html': page('SHELL'), 'about.html': page('ABOUT') }, '200 SHELL'],
])('A link opens %s', async (_what, files, opens) => {
  const site = await createSite(world, files);
  const expected = { '/': opens };
  expect(await answersOf(site, expected)).toEqual(expected);
});

describe('Names', () => {
  test('that differ only by case are both served', async () => {
    const site = await createSite(world, {
      'index.html': page('DOCS'),
      'struct.Command.html': page('STRUCT'),
      'struct.command.html': page('OTHER'),
      'images/Logo.PNG': 'png',
    });
    const expected = {
      '/struct.Command.html': '200 STRUCT',
      '/struct.command': '200 OTHER',
      '/INDEX.HTML': '200 DOCS',
    };
    expect(await answersOf(site, expected)).toEqual(expected);
    expect((await get(site, '/Images/logo.png', FETCH)).body.toString()).toBe('png');
    expect((await get(site, '/STRUCT.COMMAND.html', FETCH)).status).toBe(404);
  });

  test('of every kind are served at their encoded address, with their bytes', async () => {
    const names = [
      'می\u200cشود.html',
      'icon.png?v=1',
      'a:b.html',
      'aux.html',
      'a\\b.html',
      'c#.html',
      '100%.html',
      'x%20y.html',
      'a+b.html',
      '[id].html',
      'q&a=1.html',
      'über.html',
      'u\u0308ber2.html',
      ';semi,comma.html',
      'a%2Fb.html',
      '.well-known/x.json',
    ];
    const files = Object.fromEntries(names.map((name) => [name, `bytes of ${name}`]));
    const site = await createSite(world, { 'index.html': page('HOME'), ...files, 'zero.css': '' });
    for (const name of names) {
      const { status, body } = await get(
        site,
        `/${name.split('/').map(encodeURIComponent).join('/')}`,
        FETCH,
      );
      expect([status, body.toString()]).toEqual([200, `bytes of ${name}`]);
    }
    expect(await answerOf(site, '/zero.css', FETCH)).toBe('200 ');
  });
});

describe('_redirects', () => {
  const FILES = {
    'index.html': page('HOME'),
    'app.html': page('APP'),
    'lost.html': page('LOST'),
    'blog/second.html': page('SECOND'),
    'data.json': '{}',
  };
  const withRules = (...lines: string[]) => ({ ...FILES, _redirects: lines.join('\n') });

  test('sends to other addresses and answers with other files', async () => {
    const site = await createSite(
      world,
      withRules(
        '# comment',
        '/old /app',
        '/soon /app?from=soon#top 302 # why',
        '/posts/:slug /blog/:slug 301',
        '/journal/* /blog/:splat 308',
        '/shell/* /app.html 200',
        '/api/* /data.json 200',
        '/gone/* /lost.html 404',
        '/app.html /lost 302!',
      ),
    );
    const expected = {
      '/old?a=1': '301 to /app?a=1',
      '/soon?a=1': '302 to /app?from=soon#top',
      '/posts/second': '301 to /blog/second',
      '/journal/2026/second?b': '308 to /blog/2026/second?b',
      '/shell': '200 APP',
      '/shell/a/b.png': '200 APP',
      '/gone/x': '404 LOST',
      '/app.html': '302 to /lost',
      '/app': '200 APP',
      '/': '200 HOME',
    };
    expect(await answersOf(site, expected)).toEqual(expected);
    expect((await get(site, '/api/users', FETCH)).body.toString()).toBe('{}');
    expect((await get(site, '/shell/missing.js', SCRIPT)).status).toBe(404);
  });

  test('come before every other answer', async () => {
    const site = await createSite(world, {
      'en/index.html': page('EN'),
      'de/index.html': page('DE'),
      '200.html': page('SHELL'),
      _redirects: '/ /de/ 302\n/x /en/',
    });
    const expected = { '/': '302 to /de/', '/x': '301 to /en/', '/y': '200 SHELL' };
    expect(await answersOf(site, expected)).toEqual(expected);
  });

  test('is no public file', async () => {
    const site = await createSite(world, withRules('/a /app'));
    expect((await get(site, '/_redirects', FETCH)).status).toBe(404);
  });

  test.each([
    ['another host', '/x https://evil.example/ 302'],
    ['another host without a scheme', '/x //evil.example/ 302'],
    ['another host by a placeholder', '/* /:splat 302'],
    ['a page of another host', '/x https://evil.example/ 200'],
    ['itself', '/x /x 302!'],
    ['a loop', '/x /y 302\n/y /z 302\n/z /x 302'],
    ['ever longer addresses', '/* /x/:splat 302'],
    ['nothing', '/x /nowhere.html 200'],
  ])('that lead to %s are not followed', async (_where, rules) => {
    const site = await createSite(world, withRules(rules));
    expect(await answerOf(site, '/x')).toBe('404 “/x” is not in this snapshot');
    for (const path of ['//evil.example/x', '/%2F/evil.example/x', '/\\evil.example/x']) {
      const { location = '/' } = (await get(site, path)).headers;
      expect(new URL(location, 'http://site.invalid').host).toBe('site.invalid');
    }
  });

  test('of ten thousand lines are followed up to a limit', async () => {
    const lines = Array.from({ length: 10_000 }, (_none, at) => `/old/${at} /app 302`);
    const site = await createSite(world, withRules(...lines));
    const expected = {
      '/old/1999': '302 to /app',
      '/old/2000': '404 “/old/2000” is not in this snapshot',
    };
    expect(await answersOf(site, expected)).toEqual(expected);
  });

  test('hold below a path of the app', async () => {
    const below = await worldForTest({ contentMode: 'path', logLevel: 'fatal' });
    const site = await createSite(below, withRules('/old /app 302'));
    const { headers } = await below.fetch({ path: `/s/${site.id}/old`, headers: VISIT });
    expect(headers.location).toBe(`/s/${site.id}/app`);
  });
});
