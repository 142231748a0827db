import { ada, listOf, snapshot } from '@stagelink/shared/testing/builders';
import { type Handlers, raw, type Requests } from '@stagelink/shared/testing/fakeServer';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { strToU8, zipSync } from 'fflate';
import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { currentAddress, visit } from '../../testing/visit.tsx';
import { queryClient } from '../../lib/queryClient.ts';

/** An upload whose response the test sends. */
class FakeUpload extends EventTarget {
  static sent: FakeUpload[] = [];
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  method = '';
  path = '';
  body: unknown;
  isAborted = false;
  status = 0;
  responseText = '';

  open(method: string, path: string): void {
    Object.assign(this, { method, path });
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(body: unknown): void {
    this.body = body;
    FakeUpload.sent.push(this);
  }
  abort(): void {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
  }

  progress(loaded: number, total: number): void {
    act(() => void this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total })));
  }
  answer(status: number, body: unknown): void {
    Object.assign(this, { status, responseText: typeof body === 'string' ? body : JSON.stringify(body) });
    this.dispatchEvent(new Event('load'));
  }
}

beforeEach(() => {
  sessionStorage.clear();
  FakeUpload.sent = [];
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
});

const page = {
  'GET /me': () => ({ user: ada }),
  'GET /api/snapshots/list': () => listOf(),
  'GET /api/snapshots/:id/versions': () => ({ versions: [], keepVersions: null }),
  'POST /api/snapshots/upload/settle': () => ({ staged: null }),
};
/** jsdom's files have no relative path. */
const settled = (requests: Requests) =>
  requests['POST /api/snapshots/upload/settle']?.map(({ input }) => input);
const unavailable = { ok: false, code: 'unavailable', message: 'The server is restarting.' };
const from = (file: File, webkitRelativePath: string) =>
  Object.defineProperty(file, 'webkitRelativePath', { value: webkitRelativePath });
const zip = from(new File(['zip bytes'], 'checkout.zip', { type: 'application/zip' }), '');
const inFolder = (path: string, text = 'x') => from(new File([text], path.split('/').at(-1) ?? ''), path);
const upload = () =>
  waitFor(() => {
    const [first] = FakeUpload.sent;
    if (!first) throw new Error('nothing has been sent');
    return first;
  });
const staged = { ...snapshot({ id: 'stagedsnapshot', name: 'checkout' }) };
const reply = {
  snapshot: staged,
  version: 1,
  url: staged.url,
  contentUrl: 'http://abc.localhost:4600/',
  draft: null,
  password: 'maple-otter-42',
};

/** Several parts of a dashboard without snapshots offer to choose a zip. */
async function anyInput(): Promise<HTMLElement> {
  const [first] = await screen.findAllByTestId('zip');
  if (!first) throw new Error('There is no input for a zip');
  return first;
}

async function choose(what: 'zip' | 'folder' | 'files', ...files: File[]) {
  const person = visit('/dashboard');
  await person.upload(await screen.findByTestId(what), files);
  return person;
}

/** A dropped folder, as browsers provide it. */
function droppedFolder(
  name: string,
  files: Record<string, string>,
  path = `/${name}`,
): FileSystemDirectoryEntry {
  const here = Object.entries(files).filter(([file]) => !file.includes('/'));
  const folders = new Set(
    Object.keys(files).flatMap((file) => (file.includes('/') ? [file.split('/')[0] ?? ''] : [])),
  );
  const children: unknown[] = here.map(([file, text]) => ({
    isDirectory: false,
    name: file,
    fullPath: `${path}/${file}`,
    file: (done: (file: File) => void) => done(new File([text], file)),
  }));
  for (const folder of folders) {
    const inside = Object.entries(files)
      .filter(([file]) => file.startsWith(`${folder}/`))
      .map(([file, text]) => [file.slice(folder.length + 1), text]);
    children.push(droppedFolder(folder, Object.fromEntries(inside), `${path}/${folder}`));
  }
  const rest = [children, []];
  const createReader = () => ({ readEntries: (done: (some: unknown) => void) => done(rest.shift() ?? []) });
  return { isDirectory: true, name, fullPath: path, createReader } as unknown as FileSystemDirectoryEntry;
}

test("the server's plan limits apply to the text and before anything is sent", async () => {
  const limits = { ...ada.limits, snapshotBytes: 1000, defaultExpiryDays: 3 };
  serve({ ...page, 'GET /me': () => ({ user: { ...ada, limits } }) });
  const person = await choose('folder', inFolder('site/index.html', 'x'.repeat(1001)));

  expect((await screen.findByRole('alert')).textContent).toContain('At most 1000 B per snapshot are allowed');
  await person.click(screen.getByRole('button', { name: 'New snapshot' }));
  expect(
    await screen.findByText('Creates a private link with a password. Up to 1000 B, 3 days.'),
  ).toBeDefined();
  expect(FakeUpload.sent).toEqual([]);
});

/** Returns the contents of the sent files. */
async function sentFiles(): Promise<string[]> {
  const form = (await upload()).body as FormData;
  return Promise.all((form.getAll('files') as File[]).map((file) => file.text()));
}

test('loose files are chosen as well as dropped', async () => {
  serve(page);
  await choose(
    'files',
    from(new File(['<h1>Hi</h1>'], 'index.html'), ''),
    from(new File(['x'], 'a.css'), ''),
  );
  expect(await sentFiles()).toEqual(['<h1>Hi</h1>', 'x']);
});

test('a ready folder with a package.json is staged as it is when that is asked for', async () => {
  serve(page);
  const person = await choose(
    'folder',
    inFolder('ui/index.html', 'ready'),
    inFolder('ui/package.json', '{}'),
  );
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This is a project that has not been built.',
  );
  expect(FakeUpload.sent).toEqual([]);

  await person.click(screen.getByRole('button', { name: 'Stage as it is' }));
  expect(await sentFiles()).toEqual(['ready', '{}']);
});

test('of several builds of a project the one to stage is chosen', async () => {
  serve(page);
  const files = ['package.json', 'apps/docs/dist/index.html', 'apps/web/dist/index.html'];
  const person = await choose('folder', ...files.map((file) => inFolder(`mono/${file}`, file)));
  await screen.findByText('This project contains several builds. Choose the one to stage.');

  await person.click(screen.getByRole('button', { name: 'Stage apps/web/dist' }));
  expect(await sentFiles()).toEqual(['apps/web/dist/index.html']);
});

test('of several builds in a zip the one to stage is chosen', async () => {
  serve(page);
  const entries = ['package.json', 'apps/docs/dist/index.html', 'apps/web/dist/index.html'];
  const zipped = zipSync(Object.fromEntries(entries.map((name) => [name, strToU8('x')])));
  const archive = from(new File([new Uint8Array(zipped)], 'mono.zip'), '');
  const person = await choose('zip', archive);
  await person.click(await screen.findByRole('button', { name: 'Stage apps/web/dist' }));
  const sent = await upload();
  expect(sent.path).toBe('/api/snapshots/upload?name=mono&client=web&output=apps%2Fweb%2Fdist');
  expect(sent.body).toBe(archive);
});

describe('staging a zip', () => {
  test('shows how much has been sent, then the link and the password', async () => {
    serve(page);
    const person = await choose('zip', zip);
    const sent = await upload();
    expect([sent.method, sent.path, sent.body, sent.headers['content-type']]).toEqual([
      'POST',
      '/api/snapshots/upload?name=checkout&client=web',
      zip,
      'application/zip',
    ]);

    sent.progress(512 * 1024, 2 * 1024 * 1024);
    expect(await screen.findByText('512 kB of 2 MB')).toBeDefined();
    expect(screen.getByRole('progressbar')).toHaveProperty('value', 25);
    sent.progress(2 * 1024 * 1024, 2 * 1024 * 1024);
    expect(await screen.findByText('Creating the link')).toBeDefined();

    sent.answer(201, reply);
    expect(await screen.findByRole('heading', { name: 'checkout is staged' })).toBe(document.activeElement);
    expect(screen.getByText(staged.url)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(staged.url);

    await person.click(screen.getByRole('button', { name: 'Copy link and password' }));
    expect(await navigator.clipboard.readText()).toBe(`${staged.url}\nPassword: maple-otter-42`);
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined();
  });

  test('can be cancelled on the way', async () => {
    serve(page);
    const person = await choose('zip', zip);
    const sent = await upload();

    await person.click(screen.getByRole('button', { name: 'Cancel' }));

    expect(sent.isAborted).toBe(true);
    expect(await screen.findByRole('button', { name: 'New snapshot' })).toHaveProperty('disabled', false);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    [
      "the server's own reason",
      403,
      { ok: false, code: 'plan_limit', message: 'You have 3 active snapshots, as many as your plan allows.' },
      'You have 3 active snapshots, as many as your plan allows.',
    ],
    ['a proxy that finds it too large', 413, '<html>Too large</html>', 'larger than the server accepts'],
    ['an invalid reply', 201, { hello: 'world' }, 'The upload failed unexpectedly'],
  ])('a failure is reported: %s', async (_name, status, body, sentence) => {
    serve(page);
    await choose('zip', zip);
    (await upload()).answer(status, body);

    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    expect(screen.getByText('Failed to stage checkout.zip')).toBeDefined();
  });

  test('the sentence about a full plan links to the upgrade', async () => {
    const upgrade = `${window.location.origin}/pricing?mode=upgrade`;
    serve(page);
    await choose('zip', zip);
    const message = `Your plan allows 3 active snapshots and you have 3. Upgrade at ${upgrade}.`;
    (await upload()).answer(403, { ok: false, code: 'plan_limit', message });

    expect((await screen.findByRole('link', { name: 'Upgrade to Pro' })).getAttribute('href')).toBe(upgrade);
  });

  test('a lost connection is reported as such', async () => {
    serve(page);
    await choose('zip', zip);
    (await upload()).dispatchEvent(new Event('error'));

    expect((await screen.findByRole('alert')).textContent).toContain(
      'The connection was lost during the upload, and nothing was staged.',
    );
  });
});

describe('a lost reply', () => {
  const settledAs = (replies: (typeof reply | null | Error)[]): Handlers => ({
    ...page,
    'POST /api/snapshots/upload/settle': () => {
      const next = replies.shift() ?? null;
      return next instanceof Error ? raw(502, 'Bad gateway') : { staged: next };
    },
  });
  const keyOf = ({ headers }: FakeUpload) => headers['idempotency-key'];
  const lose = (sent: FakeUpload | undefined) => sent?.dispatchEvent(new Event('error'));

  test.each([
    ['no connection', (sent: FakeUpload) => void lose(sent)],
    ['a proxy’s own page', (sent: FakeUpload) => sent.answer(502, '<html>Bad gateway</html>')],
    ['a server that is restarted', (sent: FakeUpload) => sent.answer(503, unavailable)],
  ])('of an upload that the server has staged shows its link: %s', async (_what, end) => {
    const requests = serve(settledAs([reply]));
    await choose('zip', zip);
    const sent = await upload();
    end(sent);
    expect(await screen.findByRole('heading', { name: 'checkout is staged' })).toBeDefined();
    expect(settled(requests)).toEqual([{ idempotencyKey: keyOf(sent) }]);
    expect(FakeUpload.sent).toHaveLength(1);
  });

  test('of an upload that the server has not staged is sent again with another key', async () => {
    serve(settledAs([null]));
    const person = await choose('zip', zip);
    lose(await upload());
    await person.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(2));
    const [first, second] = FakeUpload.sent;
    expect(keyOf(first as FakeUpload)).not.toBe(keyOf(second as FakeUpload));
    second?.answer(201, reply);
    expect(await screen.findByRole('heading', { name: 'checkout is staged' })).toBeDefined();
  });

  test('while the network is gone is not called staged or not, and is settled before the next stage', async () => {
    serve(settledAs([new Error('no network'), new Error('no network'), reply]));
    const person = await choose('zip', zip);
    lose(await upload());
    expect((await screen.findByRole('alert')).textContent).toContain(
      'it is not known whether checkout.zip was staged',
    );
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('it is not known'));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'checkout is staged' })).toBeDefined();
    expect(FakeUpload.sent).toHaveLength(1);
  });

  test('is settled after the page was loaded again', async () => {
    serve(settledAs([new Error('no network'), reply]));
    await choose('zip', zip);
    lose(await upload());
    await screen.findByRole('alert');
    cleanup();
    queryClient.clear();
    await choose('zip', zip);
    expect(await screen.findByRole('heading', { name: 'checkout is staged' })).toBeDefined();
    expect(FakeUpload.sent).toHaveLength(1);
  });

  test('keeps no other files from being staged', async () => {
    serve(settledAs([new Error('no network'), reply]));
    const person = await choose('zip', zip);
    lose(await upload());
    await screen.findByRole('alert');
    const other = from(new File(['other bytes'], 'other.zip', { type: 'application/zip' }), '');
    await person.upload(await anyInput(), [other]);
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(2));
    expect(FakeUpload.sent[1]?.body).toBe(other);
  });
});

describe('Cancel', () => {
  const cancel = async (person: UserEvent) =>
    person.click(await screen.findByRole('button', { name: 'Cancel' }));
  /** Returns what is shown and sent once the page is ready for the next choice. */
  async function outcome() {
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'New snapshot' })).toHaveProperty('disabled', false),
    );
    return { sent: FakeUpload.sent, alert: screen.queryByRole('alert') };
  }
  const NOTHING = { sent: [], alert: null };

  test('cancels while a folder is listed', async () => {
    serve(page);
    const person = visit('/dashboard');
    await screen.findByRole('button', { name: 'New snapshot' });
    const listing = Promise.withResolvers<void>();
    const folder = droppedFolder('dist', { 'index.html': '<h1>', 'assets/app.js': '' });
    const { createReader } = folder;
    const slowly = () => {
      const readEntries = async (done: FileSystemEntriesCallback) => {
        await listing.promise;
        createReader().readEntries(done);
      };
      return { readEntries };
    };
    const dataTransfer = {
      types: ['Files'],
      items: [{ webkitGetAsEntry: () => ({ ...folder, createReader: slowly }) }],
    };
    fireEvent(window, Object.assign(new Event('drop', { cancelable: true }), { dataTransfer }));
    await cancel(person);
    listing.resolve();
    expect(await outcome()).toEqual(NOTHING);
  });

  test('cancels while the files are read', async () => {
    serve(page);
    const reading = Promise.withResolvers<ArrayBuffer>();
    const ignoreFile = Object.assign(inFolder('dist/.stagelinkignore'), {
      arrayBuffer: () => reading.promise,
    });
    const person = await choose('folder', inFolder('dist/index.html'), ignoreFile);
    await cancel(person);
    await act(async () => reading.resolve(new ArrayBuffer()));
    expect(await outcome()).toEqual(NOTHING);
  });

  test('during the upload makes sure that nothing is staged', async () => {
    const requests = serve(page);
    const person = await choose('zip', zip);
    const sent = await upload();
    sent.progress(1024, 1024);
    await cancel(person);
    expect(sent.isAborted).toBe(true);
    await waitFor(() =>
      expect(settled(requests)).toEqual([{ idempotencyKey: sent.headers['idempotency-key'] }]),
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that comes too late is reported with the link', async () => {
    serve({ ...page, 'POST /api/snapshots/upload/settle': () => ({ staged: reply }) });
    const person = await choose('zip', zip);
    await upload();
    await cancel(person);
    expect(await screen.findByText('checkout was staged before you cancelled')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Open' })).toBeDefined();
  });
});

describe('files above the limit of the plan', () => {
  const limits = { ...ada.limits, snapshotBytes: 10 };
  const large = () => inFolder('site/index.html', 'x'.repeat(11));

  test('come with the offer of Pro', async () => {
    serve({ ...page, 'GET /me': () => ({ user: { ...ada, limits, canAccessPro: false } }) });
    await choose('folder', large());
    const offer = await screen.findByRole('link', { name: 'Upgrade to Pro' });
    expect(offer.getAttribute('href')).toBe('/pricing?mode=upgrade');
  });

  test('come without it to an account that has Pro', async () => {
    serve({ ...page, 'GET /me': () => ({ user: { ...ada, limits, canAccessPro: true } }) });
    await choose('folder', large());
    expect((await screen.findByRole('alert')).textContent).toContain('At most 10 B');
    expect(screen.queryByRole('link', { name: 'Upgrade to Pro' })).toBeNull();
  });
});

describe('while something is being staged', () => {
  const settings: Handlers = {
    'GET /api/webhooks': () => ({ webhooks: [] }),
    'GET /api/issue-trackers': () => ({
      trackers: { githubRepository: null, jiraUrl: null, connections: [] },
    }),
    ...page,
    'GET /auth/sessions': () => ({ sessions: [] }),
    'GET /auth/change-email': () => ({ email: null }),
    'GET /me/storage': () => ({ usedBytes: 0, maxBytes: 1 }),
    'GET /api/notifications/preferences': () => ({ emailFrequency: 'hourly' }),
  };
  const goTo = async (person: UserEvent, place: string) => {
    await person.click(await screen.findByRole('link', { name: place }));
    await screen.findByRole('heading', { name: place });
  };
  const isAskedToStay = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  test('a second drop is neither staged nor opened by the browser, and a message says so', async () => {
    serve(page);
    await choose('zip', zip);
    await upload();

    const second = droppedFolder('second', { 'index.html': '<h1>' });
    const dataTransfer = { types: ['Files'], items: [{ webkitGetAsEntry: () => second }] };
    const drop = Object.assign(new Event('drop', { cancelable: true }), { dataTransfer });
    fireEvent(window, drop);

    expect(drop.defaultPrevented).toBe(true);
    expect(screen.getByText('Staging checkout')).toBeDefined();
    expect(FakeUpload.sent).toHaveLength(1);
    expect(await screen.findByText('second was not staged')).toBeDefined();
    expect(
      screen.getByText('checkout is still being staged. Drop it again when that is done.'),
    ).toBeDefined();
  });

  test('leaving or reloading the page needs a confirmation during an upload only', async () => {
    serve(page);
    const person = await choose('zip', zip);
    const sent = await upload();
    expect(isAskedToStay()).toBe(true);
    sent.answer(201, reply);
    await person.click(await screen.findByRole('button', { name: 'Dismiss' }));
    expect(isAskedToStay()).toBe(false);
  });

  test('it continues on other pages; they report its end, and its link stays here', async () => {
    serve(settings);
    const person = await choose('zip', zip);
    const sent = await upload();

    await goTo(person, 'Settings');
    await goTo(person, 'Dashboard');
    expect(await screen.findByText('Staging checkout')).toBeDefined();

    await goTo(person, 'Settings');
    sent.answer(201, reply);
    expect(await screen.findByText('checkout is staged')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Open' })).toBeDefined();

    await goTo(person, 'Dashboard');
    expect(await screen.findByRole('heading', { name: 'checkout is staged' })).toBeDefined();
    expect(screen.getByText(staged.url)).toBeDefined();
  });

  test('a failure is reported on any page', async () => {
    serve(settings);
    const person = await choose('zip', zip);
    const sent = await upload();
    await goTo(person, 'Settings');
    sent.dispatchEvent(new Event('error'));
    expect(await screen.findByText('Failed to stage checkout.zip')).toBeDefined();
    expect(screen.getByText(/^The connection was lost/)).toBeDefined();
  });

  test('signing out ends it', async () => {
    serve({ ...page, 'POST /auth/logout': () => ({ ok: true }) });
    const person = await choose('zip', zip);
    const sent = await upload();
    await person.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(currentAddress()).toBe('/'));
    expect(sent.isAborted).toBe(true);
    expect(isAskedToStay()).toBe(false);
  });
});

describe('staging a folder', () => {
  test('sends each file by its path, without what does not belong to it', async () => {
    serve(page);
    await choose(
      'folder',
      inFolder('dist/index.html', '<h1>'),
      inFolder('dist/assets/app.js'),
      inFolder('dist/node_modules/left-pad/index.js'),
      inFolder('dist/.git/HEAD'),
      inFolder('dist/.DS_Store'),
    );

    const form = (await upload()).body as FormData;
    const files = form.getAll('files') as File[];
    expect(files.map(({ name }) => name)).toEqual(['index.html', 'assets/app.js']);
    expect(await files[0]?.text()).toBe('<h1>');
  });

  test('says what was left out, here and by the server', async () => {
    serve(page);
    await choose(
      'folder',
      inFolder('dist/index.html'),
      inFolder('dist/.mcp.json'),
      inFolder('dist/prod.env'),
    );
    (await upload()).answer(201, { ...reply, leftOut: ['shop.db'], notSearched: [] });
    const card = await screen.findByRole('region', { name: 'Stage a snapshot' });
    await waitFor(() => expect(card.textContent).toContain('Left out: 1 hidden file, prod.env, shop.db.'));
  });

  test('says what the server warns of', async () => {
    serve(page);
    await choose('folder', inFolder('dist/index.html'), inFolder('dist/_redirects'));
    const warning = 'Ignored in _redirects: line 2 leads to another host.';
    (await upload()).answer(201, { ...reply, warnings: [warning] });
    expect(await screen.findByText(warning)).toBeDefined();
  });

  test('with a secret key is published when a dialog that names it is confirmed', async () => {
    serve(page);
    const person = await choose('folder', inFolder('dist/index.html'), inFolder('dist/config.js'));
    (await upload()).answer(422, {
      ok: false,
      code: 'secret_found',
      message:
        'A secret key would be public: “config.js”, line 2 (github credential). Nothing was published.',
      secrets: [{ path: 'config.js', line: 2, what: 'github credential' }],
    });
    const failure = await screen.findByRole('alert');
    expect(failure.textContent).toContain('“config.js”, line 2 (github credential)');
    await person.click(screen.getByRole('button', { name: 'Publish with keys…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Publish the keys?' });
    expect(dialog.textContent).toContain('config.js, line 2: github credential');
    expect(FakeUpload.sent).toHaveLength(1);

    await person.click(within(dialog).getByRole('button', { name: 'Publish with keys' }));
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(2));
    expect(FakeUpload.sent.map(({ path }) => path.includes('allowSecrets=true'))).toEqual([false, true]);
  });

  test('a dropped one is walked, and its node_modules never entered', async () => {
    serve(page);
    visit('/dashboard');
    await screen.findByRole('button', { name: 'New snapshot' });
    const folder = droppedFolder('dist', {
      'index.html': '<h1>',
      'assets/app.js': '',
      'node_modules/a/index.js': '',
    });
    const dataTransfer = { types: ['Files'], items: [{ webkitGetAsEntry: () => folder }] };

    fireEvent(window, Object.assign(new Event('dragenter', { cancelable: true }), { dataTransfer }));
    expect(screen.getByText('Drop to stage')).toBeDefined();
    const drop = Object.assign(new Event('drop', { cancelable: true }), { dataTransfer });
    fireEvent(window, drop);

    expect(drop.defaultPrevented).toBe(true);
    const sent = await upload();
    const names = ((sent.body as FormData).getAll('files') as File[]).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['assets/app.js', 'index.html']);
    expect(sent.path).toContain('name=dist');
  });

  test('what cannot be staged is reported before anything is sent', async () => {
    serve(page);
    await choose('folder', inFolder('shop/package.json'), inFolder('shop/src/main.ts'));

    expect((await screen.findByRole('alert')).textContent).toContain(
      'This is a project that has not been built',
    );
    expect(FakeUpload.sent).toEqual([]);
  });
});
