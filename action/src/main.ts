import * as core from '@actions/core';
import { createClient, type Send } from '@stagelink/shared/client/call';
import { toUserError, UserError } from '@stagelink/shared/client/userError';
import { nodeSend } from '@stagelink/shared/staging/node/nodeTransport';
import { closeLink } from './closeLink.ts';
import { readEvent, subjectOf, type WorkflowEvent } from './event.ts';
import { connectGithub, type Github, statusOf } from './github.ts';
import { type Inputs, readInputs } from './inputs.ts';
import { commentText, readReport, type Report, verdictOf } from './report.ts';
import { stageFolder } from './stageFolder.ts';
import { markerOf, StickyComment } from './stickyComment.ts';

const VERSION = '0.1.0';

/** GitHub refuses the token what it wants to read or write. */
const READ_ONLY = 'This workflow’s token may not write here, as is usual for pull requests from forks.';

interface Job {
  inputs: Inputs;
  event: WorkflowEvent;
  github: Github;
  send: Send;
  /** Null without a pull request, and where none is wanted. */
  comment: StickyComment | null;
}

/** Tries what GitHub may refuse: a link that is staged counts more than what is written about it. Returns why it failed. */
async function attempt(what: string, work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (cause) {
    const status = statusOf(cause);
    if (status === null && !(cause instanceof Error)) throw cause;
    const reason = status === 403 ? READ_ONLY : cause instanceof Error ? cause.message : String(cause);
    const text = `${what}: ${reason.split('\n')[0]?.slice(0, 300) ?? ''}`;
    if (status === 403) core.notice(text);
    else core.warning(text);
    return text;
  }
}

function setOutputs({ staged, openThreads }: Report): void {
  const { url, contentUrl, snapshot, version, password } = staged;
  core.setOutput('url', url);
  core.setOutput('content-url', contentUrl);
  core.setOutput('snapshot-id', snapshot.id);
  core.setOutput('version', version);
  core.setOutput('open-threads', openThreads);
  core.setOutput('password', password ?? '');
}

async function writeCheck({ github, inputs, event }: Job, report: Report): Promise<void> {
  const { isFailure, title, summary } = verdictOf(report, inputs.failOn);
  const failed = await attempt('The check could not be written', () =>
    github.createCheck({
      name: `Stagelink: ${inputs.name}`,
      headSha: event.headSha,
      conclusion: isFailure ? 'failure' : 'success',
      url: report.staged.url,
      title,
      summary,
    }),
  );
  if (failed !== null && isFailure) core.setFailed(title);
}

/** Returns the snapshot of the comment; a list that cannot be read leaves it to the server to find the link. */
async function knownSnapshot({ comment }: Job): Promise<string | null> {
  let found: string | null = null;
  if (comment)
    await attempt('The comments could not be read', async () => void (found = await comment.snapshotId()));
  return found;
}

async function stagePreview(job: Job): Promise<void> {
  const { inputs, event, send, comment } = job;
  const preview = await stageFolder(send, inputs, event, await knownSnapshot(job));
  if (preview.staged.password !== null && !inputs.showsPassword) core.setSecret(preview.staged.password);
  const report = await readReport(createClient(send), preview);
  setOutputs(report);
  const text = commentText(report, inputs);
  const marked = `${markerOf(inputs.name, report.staged.snapshot.id)}\n${text}`;
  const failed = comment
    ? await attempt('The comment could not be written', () => comment.write(marked))
    : null;
  await core.summary.addRaw(failed === null ? text : `${failed}\n\n${text}`, true).write();
  if (inputs.hasCheck) await writeCheck(job, report);
  core.info(report.staged.url);
}

async function closePreview({ inputs, send, comment }: Job): Promise<void> {
  if (inputs.onClose === 'keep' || !comment) return;
  const snapshotId = await comment.snapshotId();
  if (snapshotId === null) return core.info('There is no comment that names a link to end.');
  const text = await closeLink(createClient(send), snapshotId, inputs.onClose);
  core.info(text);
  await attempt('The comment could not be written', () =>
    comment.write(`${markerOf(inputs.name, snapshotId)}\n${text}`),
  );
}

/** A push belongs to the pull request of its branch. */
async function withPull(event: WorkflowEvent, github: Github): Promise<WorkflowEvent> {
  if (event.pull !== null) return event;
  let pull: number | null = null;
  await attempt(
    'The pull request of this commit could not be found',
    async () => void (pull = await github.openPullOf(event.headSha)),
  );
  return pull === null ? event : { ...event, pull, subject: subjectOf(pull) };
}

async function run(): Promise<void> {
  const started = readEvent(process.env);
  const inputs = readInputs(started.repository.repo);
  if (inputs.token === '') return withoutToken(started);
  const github = connectGithub(inputs.githubToken, started.apiUrl, started.repository);
  const event = await withPull(started, github);
  const send = nodeSend({
    server: inputs.server,
    token: inputs.token,
    userAgent: `stagelink-action/${VERSION}`,
  });
  const { pull } = event;
  const comment = pull !== null && inputs.hasComment ? new StickyComment(github, pull, inputs.name) : null;
  const job = { inputs, event, github, send, comment };
  await (event.isClosed ? closePreview(job) : stagePreview(job));
}

async function withoutToken({ isFork }: WorkflowEvent): Promise<void> {
  if (!isFork)
    throw new UserError('usage', 'The input “token” is empty.', 'Add the secret to the repository.');
  const text = 'Nothing was staged: GitHub withholds secrets from pull requests of forks.';
  core.notice(text);
  await core.summary.addRaw(text, true).write();
}

run().catch((cause: unknown) => {
  const { message, hint, lines } = toUserError(cause);
  core.setFailed([message, hint, ...lines].filter((line) => line !== '').join('\n'));
});
