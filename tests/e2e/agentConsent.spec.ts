import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { listenForBrowser } from '@stagelink/shared/signIn/loopback';
import { accessibilityViolations } from '../support/accessibility.ts';
import { savedComments } from '../support/threads.ts';
import { expect, test } from '../support/story.ts';

/** What a program with the official client keeps about one server. */
class Provider implements OAuthClientProvider {
  readonly redirectUrl: string;
  /** Page that the person is sent to. */
  page = '';
  client: OAuthClientInformationMixed | undefined;
  kept: OAuthTokens | undefined;
  #verifier = '';

  constructor(redirectUrl: string) {
    this.redirectUrl = redirectUrl;
  }

  get clientMetadata() {
    return { client_name: 'Claude <b>Code</b>', redirect_uris: [this.redirectUrl] };
  }

  clientInformation() {
    return this.client;
  }

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.client = client;
  }

  tokens() {
    return this.kept;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.kept = tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.page = url.href;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  invalidateCredentials(): void {
    this.kept = undefined;
  }
}

const newClient = () => new Client({ name: 'claude-code', title: 'Claude Code', version: '1' });

test('an agent that knows the address only is allowed by the person, and waits for feedback', async ({
  server,
  owner,
  prototype,
  enterAs,
}) => {
  const { snapshotId } = await owner.stage(await prototype('multi-page'), '--no-password');
  const page = await enterAs(owner.account);
  const asPerson = { headers: { origin: server.url } };
  for (const text of ['Only for people', 'Make it teal'])
    await page.request.post(`/api/snapshots/${snapshotId}/comments`, { ...asPerson, data: { text } });
  const comments = await savedComments(page, snapshotId);

  const results: URLSearchParams[] = [];
  const { redirectUri, close } = await listenForBrowser((query) => results.push(query) === 1);
  const provider = new Provider(redirectUri);
  const address = new URL(`${server.url}/api/mcp`);
  const transport = new StreamableHTTPClientTransport(address, { authProvider: provider });
  await expect(newClient().connect(transport)).rejects.toBeInstanceOf(UnauthorizedError);

  await page.goto(provider.page);
  await expect(page.getByRole('heading', { name: 'Connect a coding agent?' })).toBeVisible();
  await expect(page.getByText('Claude <b>Code</b>')).toBeVisible();
  await expect(page.getByText('A program on this computer')).toBeVisible();
  await expect(page.getByText('Read the comments that are sent to agents, and no others')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { name: 'Back to Stagelink' })).toBeVisible();
  close();
  await transport.finishAuth(results[0] ?? new URLSearchParams());

  const agent = newClient();
  await agent.connect(new StreamableHTTPClientTransport(address, { authProvider: provider }));
  const listed = await agent.callTool({ name: 'list_comments', arguments: {} });
  expect(listed.structuredContent).toMatchObject({ threads: [] });
  const waiting = agent.callTool({ name: 'wait_for_feedback', arguments: { seconds: 60 } });
  await expect
    .poll(async () => {
      const sent = await page.request.post(`/api/snapshots/${snapshotId}/threads/send`, {
        ...asPerson,
        data: { threads: [comments[0]?.id] },
      });
      return sent.status();
    })
    .toBe(200);
  const { structuredContent } = await waiting;
  expect(structuredContent).toMatchObject({ threads: [{ id: comments[0]?.id }] });

  await page.goto('/dashboard?tokens');
  const agents = page
    .getByRole('dialog')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Connected agents' }) });
  await expect(agents.getByText('Claude <b>Code</b>')).toBeVisible();
  await agents.getByRole('button', { name: 'Delete Claude <b>Code</b>' }).click();
  await agents.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(agents).toHaveCount(0);
  await expect(agent.callTool({ name: 'list_comments', arguments: {} })).rejects.toBeInstanceOf(
    UnauthorizedError,
  );
});
