import { ada, listOf } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { visit } from '../../testing/visit.tsx';

const VERSION = 'GET /api/extensions/version';
const pro = {
  'GET /me': () => ({ user: { ...ada, canAccessPro: true } }),
  'GET /api/snapshots/list': () => listOf(),
};
const card = () => screen.findByRole('region', { name: /^Editor extension/ });

beforeEach(() => localStorage.clear());

test('a Pro user downloads the newest version and sees when there is a newer one', async () => {
  let version = '1.9.0';
  serve({ ...pro, [VERSION]: () => ({ version }) });
  const person = visit('/dashboard');
  const link = await within(await card()).findByRole('link', { name: 'Download Extension' });
  expect(link.getAttribute('href')).toBe('/stagelink.vsix');
  expect(await screen.findByText('Version 1.9.0')).toBeDefined();
  expect(screen.queryByText('Update Available')).toBeNull();

  link.addEventListener('click', (event) => event.preventDefault());
  await person.click(link);
  expect(screen.queryByText('Update Available')).toBeNull();

  version = '1.10.0';
  const { queryClient } = await import('../../lib/queryClient.ts');
  await queryClient.invalidateQueries({ queryKey: ['extension'] });
  expect(await screen.findByText('Update Available')).toBeDefined();
});

test('a user on Free downloads the browser extension and reads how to install it', async () => {
  serve({
    'GET /me': () => ({ user: { ...ada, canAccessPro: false } }),
    'GET /api/snapshots/list': () => listOf(),
    [VERSION]: () => ({ version: null, capture: '1.4.0' }),
  });
  const person = visit('/dashboard');
  const region = await screen.findByRole('region', { name: /^Browser extension/ });
  const link = within(region).getByRole('link', { name: 'Download for your browser' });
  expect(link.getAttribute('href')).toBe('/stagelink-capture.zip');
  await person.click(within(region).getByRole('button', { name: 'How to install' }));
  const dialog = await screen.findByRole('dialog', { name: 'Install the browser extension' });
  expect(within(dialog).getByText('chrome://extensions')).toBeDefined();
  const forFirefox = within(dialog).getByRole('link', { name: 'Download for Firefox' });
  expect(forFirefox.getAttribute('href')).toBe('/stagelink-capture-firefox.zip');
});

test('in Firefox the card offers the package for Firefox', async () => {
  const userAgent = vi.spyOn(navigator, 'userAgent', 'get');
  onTestFinished(() => userAgent.mockRestore());
  userAgent.mockReturnValue('Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0');
  serve({ ...pro, [VERSION]: () => ({ version: null, capture: '1.4.0' }) });
  visit('/dashboard');
  const link = await screen.findByRole('link', { name: 'Download for your browser' });
  expect(link.getAttribute('href')).toBe('/stagelink-capture-firefox.zip');
});

test.each([
  { reported: '1.9.0', downloaded: null, isOffered: true },
  { reported: '1.10.0', downloaded: null, isOffered: false },
  { reported: '1.10.0', downloaded: '1.9.0', isOffered: false },
  { reported: '1.9.0', downloaded: '1.10.0', isOffered: false },
  { reported: null, downloaded: null, isOffered: false },
])(
  'an update is offered to an editor with $reported where $downloaded was downloaded: $isOffered',
  async ({ reported, downloaded, isOffered }) => {
    localStorage.setItem('stagelink-extension-card', 'open');
    if (downloaded !== null) localStorage.setItem('stagelink-extension-version', downloaded);
    serve({ ...pro, [VERSION]: () => ({ version: '1.10.0', installed: reported }) });
    visit('/dashboard');
    expect(await screen.findByText('Version 1.10.0')).toBeDefined();
    expect(screen.queryByText('Update Available') !== null).toBe(isOffered);
  },
);

test('once it was used the card moves aside, and its button says that there is an update', async () => {
  localStorage.setItem('stagelink-extension-version', '1.9.0');
  serve({ ...pro, [VERSION]: () => ({ version: '1.10.0' }) });
  const person = visit('/dashboard');
  const button = await screen.findByRole('button', { name: /^Editor extension/ });
  expect(await within(button).findByText('Update Available')).toBeDefined();
  expect(screen.queryByRole('region', { name: /^Editor extension/ })).toBeNull();

  await person.click(button);
  expect(within(await card()).getByText('Update Available')).toBeDefined();
  expect(within(await card()).getByRole('link', { name: 'Download Extension' })).toBeDefined();
});

test('a card that is used in an editor moves aside from the next visit on', async () => {
  serve({ ...pro, [VERSION]: () => ({ version: '1.10.0', installed: '1.10.0' }) });
  visit('/dashboard');
  expect(await card()).toBeDefined();
  await waitFor(() => expect(localStorage.getItem('stagelink-extension-card')).toBe('closed'));
});

test('a server without the extension says so, and the other parts still work', async () => {
  serve({ ...pro, [VERSION]: () => ({ version: null }) });
  visit('/dashboard');
  expect(await screen.findByText(/This server does not offer the extension/)).toBeDefined();
  const inCard = within(await card());
  expect(inCard.getByRole('button', { name: 'Download Extension' })).toHaveProperty('disabled', true);
  expect(inCard.getByRole('button', { name: 'Tokens' })).toHaveProperty('disabled', false);
});

test('an unknown version does not prevent the download', async () => {
  serve({ ...pro, [VERSION]: () => refusal(403, 'forbidden', 'Not now.') });
  visit('/dashboard');
  expect(await screen.findByText('Failed to check for the newest version.')).toBeDefined();
  expect(within(await card()).getByRole('link', { name: 'Download Extension' })).toBeDefined();
});

test('without Pro there is one disabled button with a reason', async () => {
  serve({ ...pro, 'GET /me': () => ({ user: ada }) });
  visit('/dashboard');
  const buttons = within(await card()).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Go Pro to Download']);
  expect(buttons[0]).toHaveProperty('disabled', true);
  expect(
    within(await card())
      .getByRole('link', { name: 'See Pro' })
      .getAttribute('href'),
  ).toBe('/pricing?mode=upgrade');
  const why = document.getElementById(buttons[0]?.getAttribute('aria-describedby') ?? '');
  expect(why?.textContent).toBe(
    'The extension is part of Pro. On Free, stage here or from the command line.',
  );
});

test('inside a project the card and the overview stay away', async () => {
  serve(pro);
  visit('/dashboard?project=__no_project__');
  await screen.findByText('No snapshots found');
  expect(screen.queryByRole('region', { name: 'Overview' })).toBeNull();
  expect(screen.queryByRole('region', { name: /^Editor extension/ })).toBeNull();
});

test('the instructions lead from the file to the first link', async () => {
  serve({
    ...pro,
    [VERSION]: () => ({ version: '1.0.0' }),
    'GET /tokens/list': () => ({ pats: [] }),
  });
  const person = visit('/dashboard');
  await person.click(within(await card()).getByRole('button', { name: 'Instructions' }));

  const dialog = within(await screen.findByRole('dialog', { name: 'Installation Instructions' }));
  expect(dialog.getAllByRole('listitem')).toHaveLength(3);
  expect(dialog.getByRole('link', { name: 'Download it' }).getAttribute('href')).toBe(
    '/api/extensions/download',
  );
  await person.click(dialog.getByRole('button', { name: 'Generate a token' }));
  expect(await screen.findByRole('dialog', { name: 'Personal Access Tokens' })).toBeDefined();
});

test('the words for an AI assistant are copied whole', async () => {
  serve(pro);
  const person = visit('/dashboard');
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await person.click(within(await card()).getByRole('button', { name: 'AI Assistant' }));
  const dialog = await screen.findByRole('dialog', { name: 'AI Assistant Instructions' });
  const how = within(dialog).getByRole('link', { name: 'Connect it over MCP' });
  expect(how.getAttribute('href')).toBe('/docs/api');
  await person.click(within(dialog).getByRole('button', { name: 'Copy Instructions' }));

  expect(await within(dialog).findByRole('button', { name: 'Copied' })).toBeDefined();
  expect(write.mock.calls[0]?.[0]).toBe(within(dialog).getByText(/^Build a static/).textContent);
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: 'Copy Instructions' })).toBeDefined(),
  );
});
