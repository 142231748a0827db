import { describe, expect, test } from 'vitest';
import { githubForm, issueKey, LINEAR_FORM, newIssueUrl } from './issueUrls.ts';

const facts = {
  text: '## Make it **bigger** & bolder\n\nIt is #1?',
  author: 'Eve (visitor)',
  facts: [
    ['Element', 'Pay,\nbutton'],
    ['Page', '/checkout?step=2'],
  ],
  threadUrl: 'https://stagelink.example/s/abcdefghij#thread=1',
} as const;

describe('a form that is filled in', () => {
  test('has title and text under the names of each tracker', () => {
    const github = new URL(newIssueUrl('github', githubForm('acme/shop'), facts));
    expect(github.origin + github.pathname).toBe('https://github.com/acme/shop/issues/new');
    expect(Object.fromEntries(github.searchParams)).toEqual({
      title: 'Make it **bigger** & bolder',
      body: 'Eve (visitor) wrote:\n\n> ## Make it **bigger** & bolder\n> \n> It is #1?\n\n- Element: Pay, button\n- Page: /checkout?step=2\n\nhttps://stagelink.example/s/abcdefghij#thread=1',
    });
    expect([...new URL(newIssueUrl('linear', LINEAR_FORM, facts)).searchParams.keys()]).toEqual([
      'title',
      'description',
    ]);
    const jira = new URL(newIssueUrl('jira', 'https://acme.example/create.jspa?pid=1&issuetype=2', facts));
    expect([...jira.searchParams.keys()]).toEqual(['pid', 'issuetype', 'summary', 'description']);
  });

  test.each([['x'.repeat(20_000)], ['ä😀\n'.repeat(3000)]])('fits into an address', (text) => {
    const url = newIssueUrl('github', githubForm('acme/shop'), { ...facts, text });
    expect(url.length).toBeLessThanOrEqual(7000);
    expect(new URL(url).searchParams.get('body')).toContain(facts.threadUrl);
    expect(new URL(url).searchParams.get('title')?.length).toBeLessThanOrEqual(80);
  });

  test.each(['', '---', '> > >'])('has a title for “%s”', (text) => {
    const url = newIssueUrl('github', githubForm('acme/shop'), { ...facts, text });
    expect(new URL(url).searchParams.get('title')).toBe('Pay,\nbutton');
  });
});

test.each([
  ['https://github.com/acme/shop/issues/12', 'acme/shop#12'],
  ['https://github.com/acme/shop/issues/12#issuecomment-1', 'acme/shop#12'],
  ['https://linear.app/acme/issue/lin-12/make-it-bigger', 'LIN-12'],
  ['https://acme.atlassian.net/browse/SHOP-7?focusedId=1', 'SHOP-7'],
  ['https://tracker.example/tickets/99', 'tracker.example'],
])('%s is called %s', (address, key) => {
  expect(issueKey(address)).toBe(key);
});
