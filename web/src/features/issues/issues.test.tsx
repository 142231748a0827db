import type { Comment } from '@stagelink/shared/contracts/comments';
import type { IssueTrackers } from '@stagelink/shared/contracts/issues';
import { ada, authOptions } from '@stagelink/shared/testing/builders';
import { comment } from '@stagelink/shared/testing/comment';
import { type Handlers, refusal } from '@stagelink/shared/testing/fakeServer';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { serve } from '../../testing/server.ts';
import { visit } from '../../testing/visit.tsx';
import { useComments } from '../comments/api.ts';
import { ClosedIssue } from './ClosedIssue.tsx';
import { IssueDialog } from './IssueDialog.tsx';
import { IssueLink } from './IssueLink.tsx';

const CREATE = 'POST /api/snapshots/:id/comments/:commentId/issue';
const LINK = 'PUT /api/snapshots/:id/comments/:commentId/issue';
const ISSUE = 'https://linear.app/acme/issue/LIN-12/too-small';
const JIRA = 'https://acme.example/create.jspa?pid=1';

beforeEach(() => queryClient.clear());

describe('a thread', () => {
  const given = comment({
    text: 'Too small',
    authorName: 'Eve',
    isAnonymous: true,
    context: {
      route: '/checkout',
      title: 'Checkout',
      viewport: { width: 390, height: 844 },
      browser: 'Safari 19 on iOS',
      elementName: 'Pay, button',
      elementHtml: '<button>Pay</button>',
      page: null,
    },
  });
  const close = vi.fn();
  const resolve = vi.fn();
  beforeEach(() => void close.mockClear());

  function Thread() {
    const [shown] = useComments(given.snapshotId).data ?? [];
    return (
      shown && (
        <>
          <IssueLink comment={shown} />
          <ClosedIssue comment={shown} onResolve={resolve} />
          <IssueDialog comment={shown} onClose={close} />
        </>
      )
    );
  }

  function start(set: Partial<IssueTrackers>, change: Partial<Comment> = {}) {
    const trackers = { githubRepository: null, jiraUrl: null, connections: [], ...set };
    let shown: Comment = { ...given, issueUrl: null, ...change };
    const requests = serve({
      'GET /api/snapshots/:id/comments': () => ({ comments: [shown] }),
      'GET /api/issue-trackers': () => ({ trackers }),
      [LINK]: ({ input }) => {
        shown = { ...shown, issueUrl: input.url };
        return { comment: shown };
      },
      [CREATE]: ({ input }) => {
        if (input.tracker === 'github') return refusal(409, 'conflict', 'acme/shop has no issues.');
        shown = { ...shown, issueUrl: ISSUE };
        return { comment: shown };
      },
    });
    render(
      <QueryClientProvider client={queryClient}>
        <Thread />
      </QueryClientProvider>,
    );
    return requests;
  }

  test('fills in the forms of the trackers that are set', async () => {
    start({ githubRepository: 'acme/shop', jiraUrl: JIRA });
    const github = await screen.findByRole('link', { name: 'GitHub' });
    const url = new URL(github.getAttribute('href') ?? '');
    expect(url.pathname).toBe('/acme/shop/issues/new');
    expect(url.searchParams.get('title')).toBe('Too small');
    const body = url.searchParams.get('body') ?? '';
    for (const part of ['Eve (visitor) wrote:', '- Element: Pay, button', '- Page: /checkout', '390 × 844'])
      expect(body).toContain(part);
    expect(body).toContain(`/s/${given.snapshotId}#thread=${given.id}`);
    const names = screen.getAllByRole('link').map(({ textContent }) => textContent);
    expect(names).toEqual(['GitHub', 'Linear', 'Jira']);
  });

  test('leads to the settings where none are set', async () => {
    start({ githubRepository: null, jiraUrl: null });
    const link = await screen.findByRole('link', { name: 'Set a GitHub repository or Jira' });
    expect(link.getAttribute('href')).toBe('/settings#issues');
    expect(screen.queryByRole('link', { name: 'GitHub' })).toBeNull();
  });

  test('shows the issue whose link was pasted', async () => {
    const requests = start({ githubRepository: null, jiraUrl: null });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Link of the issue' }), ISSUE);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    // Behind the dialog.
    const link = await screen.findByRole('link', { name: 'Issue LIN-12', hidden: true });
    expect(link.getAttribute('href')).toBe(ISSUE);
    expect(close).toHaveBeenCalled();
    expect(requests[LINK]?.[0]?.input).toMatchObject({ commentId: given.id, url: ISSUE });
  });

  test('is made at once where the server has a token, or says why not', async () => {
    const requests = start({
      githubRepository: 'acme/shop',
      connections: [
        { tracker: 'github', team: null, problem: null },
        { tracker: 'linear', team: { id: 'team-1', name: 'Shop' }, problem: null },
      ],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Create in GitHub: acme/shop' }));
    expect((await screen.findByRole('alert')).textContent).toBe('acme/shop has no issues.');
    expect(close).not.toHaveBeenCalled();
    expect(screen.queryByRole('link', { name: 'GitHub' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Create in Linear: Shop' }));
    expect(await screen.findByRole('link', { name: 'Issue LIN-12', hidden: true })).toBeDefined();
    expect(close).toHaveBeenCalled();
    expect(requests[CREATE]?.map(({ input }) => input)).toMatchObject([
      { tracker: 'github', title: 'Too small' },
      { tracker: 'linear', body: expect.stringContaining('Eve (visitor) wrote:') as string },
    ]);
  });

  test('that is closed offers to resolve the thread, and resolves nothing itself', async () => {
    start({}, { issueUrl: ISSUE, isIssueClosed: true, can: { ...given.can, resolve: true } });
    expect(await screen.findByRole('link', { name: 'Issue LIN-12, closed', hidden: true })).toBeDefined();
    expect(resolve).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Resolve', hidden: true }));
    expect(resolve).toHaveBeenCalledOnce();
  });

  test('keeps what is no link, with the reason', async () => {
    const requests = start({ githubRepository: null, jiraUrl: null });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Link of the issue' }), 'LIN-12');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Paste the whole address, beginning with https://')).toBeDefined();
    expect(requests[LINK]).toBeUndefined();
  });
});

describe('the settings', () => {
  let trackers: IssueTrackers = { githubRepository: null, jiraUrl: null, connections: [] };
  const settings: Handlers = {
    'GET /me': () => ({ user: ada }),
    'GET /auth/options': () => authOptions(),
    'GET /me/storage': () => ({ usedBytes: 0, maxBytes: 1 }),
    'GET /auth/sessions': () => ({ sessions: [] }),
    'GET /auth/change-email': () => ({ email: null }),
    'GET /api/subscriptions': () => ({ subscriptions: [] }),
    'GET /api/notifications/preferences': () => ({ emailFrequency: 'hourly' }),
    'GET /api/webhooks': () => ({ webhooks: [] }),
    'GET /api/issue-trackers': () => ({ trackers }),
    'PUT /api/issue-trackers': ({ input }) => {
      trackers = { ...trackers, ...input };
      return { trackers };
    },
    'PUT /api/issue-trackers/:tracker/token': ({ input: { tracker, token } }) => {
      if (token === 'wrong')
        return refusal(400, 'invalid_input', 'Linear does not accept this token.', { field: 'token' });
      trackers = { ...trackers, connections: [{ tracker, team: null, problem: null }] };
      return { trackers };
    },
    'DELETE /api/issue-trackers/:tracker/token': () => {
      trackers = { ...trackers, connections: [] };
      return { trackers };
    },
    'GET /api/issue-trackers/linear/teams': () => ({
      teams: [
        { id: 'team-1', name: 'Shop' },
        { id: 'team-2', name: 'Site' },
      ],
    }),
    'PUT /api/issue-trackers/linear/team': ({ input: { team } }) => {
      trackers = { ...trackers, connections: [{ tracker: 'linear', team, problem: null }] };
      return { trackers };
    },
  };

  test('keep a repository, refuse what is none, and forget it', async () => {
    serve(settings);
    const person = visit('/settings');
    const section = within(await screen.findByRole('region', { name: 'Issues' }));
    await person.click(await section.findByRole('button', { name: 'Set: GitHub repository' }));
    const field = () => section.getByRole('textbox', { name: 'GitHub repository' });
    await person.type(field(), 'shop');
    await person.click(section.getByRole('button', { name: 'Save' }));
    expect(await section.findByText('Enter owner and name, such as acme/shop')).toBeDefined();
    await person.clear(field());
    await person.type(field(), 'acme/shop');
    await person.click(section.getByRole('button', { name: 'Save' }));
    expect(await section.findByText('acme/shop')).toBeDefined();

    await person.click(section.getByRole('button', { name: 'Edit: GitHub repository' }));
    await person.clear(field());
    await person.click(section.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(trackers.githubRepository).toBeNull());
  });

  test('take a key of Linear, then its team, and forget both', async () => {
    serve(settings);
    const person = visit('/settings');
    const section = within(await screen.findByRole('region', { name: 'Issues' }));
    await person.click(await section.findByRole('button', { name: 'Set: Linear key' }));
    await person.type(section.getByLabelText('Linear key'), 'wrong');
    await person.click(section.getByRole('button', { name: 'Save' }));
    expect(await section.findByText('Linear does not accept this token.')).toBeDefined();
    await person.clear(section.getByLabelText('Linear key'));
    await person.type(section.getByLabelText('Linear key'), 'lin_api_1{Enter}');
    const team = await section.findByRole('combobox', { name: 'Linear team' });
    await person.selectOptions(team, await section.findByRole('option', { name: 'Site' }));
    await waitFor(() => expect(team).toHaveProperty('value', 'team-2'));
    expect(section.queryByText('lin_api_1')).toBeNull();
    await person.click(section.getByRole('button', { name: 'Remove: Linear key' }));
    await waitFor(() => expect(section.queryByRole('combobox', { name: 'Linear team' })).toBeNull());
  });
});
