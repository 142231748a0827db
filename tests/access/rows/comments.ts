import * as agentWork from '@stagelink/shared/contracts/agentWork';
import { assignThread, listAssignees } from '@stagelink/shared/contracts/assignments';
import { markThreadsRead } from '@stagelink/shared/contracts/readThreads';
import * as comments from '@stagelink/shared/contracts/comments';
import { followThread, unfollowThread } from '@stagelink/shared/contracts/follows';
import * as issues from '@stagelink/shared/contracts/issues';
import { getPageTree, putPageTree } from '@stagelink/shared/contracts/pageTrees';
import * as reactions from '@stagelink/shared/contracts/reactions';
import * as replyMail from '@stagelink/shared/contracts/replyMail';
import * as threads from '@stagelink/shared/contracts/threads';
import { asJson } from '../../../server/src/testing/comments.ts';
import { locatorOf } from '../../../server/src/testing/locators.ts';
import { asTree, pageTree } from '../../../server/src/testing/pageTrees.ts';
import {
  AUTHOR_ONLY,
  LINK_REQUIRED,
  OWNER_AMONG_READERS,
  OWNER_ONLY,
  OWNER_WITHOUT_TOKEN,
  SIGNED_IN_WITHOUT_TOKEN,
  SIGNED_IN_WITH_ACCESS,
  WITH_ACCESS,
  created,
  every,
} from '../expectations.ts';
import type { Rows } from '../row.ts';

const AGENT = { id: '0198f3c2-6a53-7cc1-8b4e-0d6f4a4b9c11', name: 'Agent' };

export const commentsRows: Rows = {
  sendThreads: {
    call: (api, { staged, commentId }) =>
      api(agentWork.sendThreads, { id: staged.snapshot.id, threads: [commentId] }),
    expect: OWNER_ONLY,
    writes: ['channels', 'snapshots', 'thread_work'],
  },
  waitForFeedback: {
    call: (api, { staged }) =>
      api(agentWork.waitForFeedback, { agent: AGENT, snapshotId: staged.snapshot.id, seconds: 0 }),
    expect: OWNER_ONLY,
    writes: ['agent_watches', 'channels'],
  },
  // The thread was not sent.
  takeThread: {
    call: (api, { commentId }) => api(agentWork.takeThread, { id: commentId, agent: AGENT }),
    expect: every(OWNER_ONLY, 409),
    writes: [],
  },
  proposePlan: {
    call: (api, { commentId }) =>
      api(agentWork.proposePlan, { id: commentId, agent: AGENT, plan: { text: 'Make it teal' } }),
    expect: every(OWNER_ONLY, 409),
    writes: [],
  },
  decideWork: {
    call: (api, { commentId }) => api(agentWork.decideWork, { id: commentId, decision: 'accept' }),
    expect: every(OWNER_ONLY, 409),
    writes: [],
  },
  markStaged: {
    call: (api, { staged, commentId }) =>
      api(agentWork.markStaged, {
        id: staged.snapshot.id,
        version: 1,
        agent: AGENT,
        threads: [commentId],
      }),
    expect: OWNER_ONLY,
    writes: [],
  },
  // A visitor past the gate did not begin the thread.
  confirmThread: {
    call: (api, { staged, commentId }) =>
      api(agentWork.confirmThread, { id: staged.snapshot.id, commentId, isConfirmed: true }),
    expect: every(AUTHOR_ONLY, 409),
    writes: [],
  },
  readPins: {
    call: (api, { staged }) => api(comments.readPins, { id: staged.snapshot.id, version: 2 }),
    expect: OWNER_ONLY,
    writes: [],
  },
  reportPins: {
    call: (api, { staged }) => api(comments.reportPins, { id: staged.snapshot.id, version: 2, findings: [] }),
    expect: OWNER_AMONG_READERS,
    writes: [],
  },
  listThreads: {
    call: (api, { staged }) => api(threads.listThreads, { snapshotId: staged.snapshot.id }),
    expect: OWNER_ONLY,
    writes: [],
  },
  getThread: {
    call: (api, { commentId }) => api(threads.getThread, { id: commentId }),
    expect: OWNER_ONLY,
    writes: [],
  },
  listComments: {
    call: (api, { staged }) => api(comments.listComments, { id: staged.snapshot.id }),
    expect: WITH_ACCESS,
    writes: [],
  },
  readThread: {
    call: (api, { staged, commentId }) => api(comments.readThread, { id: staged.snapshot.id, commentId }),
    expect: WITH_ACCESS,
    writes: [],
  },
  postComment: {
    call: (api, { staged }) =>
      api(comments.postComment, { id: staged.snapshot.id }, asJson({ text: 'hello' })),
    expect: created(WITH_ACCESS),
    writes: ['channels', 'comments', 'follows', 'jobs', 'snapshots'],
    except: {
      reviewer: ['channels', 'comments', 'jobs', 'snapshots'],
      visitorPastGate: ['channels', 'comments', 'jobs', 'snapshots'],
    },
  },
  // A visitor past the gate did not write the comment.
  updateComment: {
    call: (api, { staged, commentId }) =>
      api(comments.updateComment, { id: staged.snapshot.id, commentId, text: 'changed' }),
    expect: AUTHOR_ONLY,
    writes: ['channels', 'comments'],
  },
  repinComment: {
    call: (api, { staged, commentId }) =>
      api(
        comments.repinComment,
        { id: staged.snapshot.id, commentId },
        asJson({ locator: locatorOf('#store') }),
      ),
    expect: AUTHOR_ONLY,
    writes: ['channels', 'comments'],
  },
  putPageTree: {
    call: (api, { staged, commentId }) => {
      const pins = [{ commentId, node: 1 }];
      return api(putPageTree, { id: staged.snapshot.id, version: 1, pins, ...asTree(pageTree('Pay')) });
    },
    expect: AUTHOR_ONLY,
    writes: ['page_trees', 'pin_trees'],
  },
  getPageTree: {
    call: (api, { staged, treeHash }) => api(getPageTree, { id: staged.snapshot.id, hash: treeHash }),
    expect: WITH_ACCESS,
    writes: [],
  },
  deleteComment: {
    call: (api, { staged, commentId }) => api(comments.deleteComment, { id: staged.snapshot.id, commentId }),
    expect: AUTHOR_ONLY,
    writes: ['channels', 'comments', 'follows', 'snapshots'],
  },
  addReaction: {
    call: (api, { staged, commentId }) =>
      api(reactions.addReaction, { id: staged.snapshot.id, commentId, reaction: 'heart' }),
    expect: WITH_ACCESS,
    writes: ['channels', 'comment_reactions'],
  },
  // None of them has reacted.
  removeReaction: {
    call: (api, { staged, commentId }) =>
      api(reactions.removeReaction, { id: staged.snapshot.id, commentId, reaction: 'heart' }),
    expect: WITH_ACCESS,
    writes: [],
  },
  listAssignees: {
    call: (api, { staged }) => api(listAssignees, { id: staged.snapshot.id }),
    expect: OWNER_ONLY,
    writes: [],
  },
  assignThread: {
    call: (api, { staged, commentId }) =>
      api(assignThread, { id: staged.snapshot.id, commentId, assignee: null, dueOn: '2026-12-24' }),
    expect: OWNER_ONLY,
    writes: ['channels', 'comments'],
  },
  linkIssue: {
    call: (api, { staged, commentId }) =>
      api(issues.linkIssue, {
        id: staged.snapshot.id,
        commentId,
        url: 'https://github.com/acme/shop/issues/1',
      }),
    expect: OWNER_ONLY,
    writes: ['channels', 'thread_issues'],
  },
  getIssueTrackers: {
    call: (api) => api(issues.getIssueTrackers, {}),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: [],
  },
  setIssueTrackers: {
    call: (api) => api(issues.setIssueTrackers, { githubRepository: 'acme/shop', jiraUrl: null }),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: ['issue_trackers'],
  },
  connectIssueTracker: {
    // Nothing answers at the address of GitHub here.
    call: (api) => api(issues.connectIssueTracker, { tracker: 'github', token: 'ghp_x' }),
    expect: every(SIGNED_IN_WITHOUT_TOKEN, 503),
    writes: [],
  },
  disconnectIssueTracker: {
    call: (api) => api(issues.disconnectIssueTracker, { tracker: 'github' }),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: [],
  },
  listIssueTeams: {
    call: (api) => api(issues.listIssueTeams, {}),
    expect: every(SIGNED_IN_WITHOUT_TOKEN, 409),
    writes: [],
  },
  setIssueTeam: {
    call: (api) => api(issues.setIssueTeam, { team: { id: 'team', name: 'Shop' } }),
    expect: SIGNED_IN_WITHOUT_TOKEN,
    writes: [],
  },
  createIssue: {
    call: (api, { staged, commentId }) =>
      api(issues.createIssue, {
        id: staged.snapshot.id,
        commentId,
        tracker: 'github',
        title: 'Too small',
        body: '',
      }),
    expect: every(OWNER_WITHOUT_TOKEN, 409),
    writes: [],
  },
  exportComments: {
    call: (api, { staged }) => api(comments.exportComments, { id: staged.snapshot.id }),
    expect: OWNER_ONLY,
    writes: ['analytics_events'],
  },
  markThreadsRead: {
    call: (api, { staged, commentId }) =>
      api(markThreadsRead, { id: staged.snapshot.id, threads: [{ id: commentId, readUpTo: 1 }] }),
    expect: SIGNED_IN_WITH_ACCESS,
    writes: ['thread_reads'],
    except: { owner: ['channels', 'thread_reads'], token: ['channels', 'thread_reads'] },
  },
  followThread: {
    call: (api, { staged, commentId }) => api(followThread, { id: staged.snapshot.id, commentId }),
    expect: SIGNED_IN_WITH_ACCESS,
    writes: [],
  },
  unfollowThread: {
    call: (api, { staged, commentId }) => api(unfollowThread, { id: staged.snapshot.id, commentId }),
    expect: SIGNED_IN_WITH_ACCESS,
    writes: ['channels', 'follows'],
  },
  listPeople: {
    call: (api, { staged }) => api(comments.listPeople, { id: staged.snapshot.id }),
    expect: WITH_ACCESS,
    writes: [],
  },
  getReplyAddress: {
    call: (api, { staged }) => api(replyMail.getReplyAddress, { id: staged.snapshot.id }),
    expect: WITH_ACCESS,
    writes: [],
  },
  // None of them is a visitor who has commented.
  setReplyAddress: {
    call: (api, { staged }) =>
      api(replyMail.setReplyAddress, { id: staged.snapshot.id, email: 'new@example.com' }),
    expect: every(WITH_ACCESS, 403),
    writes: [],
  },
  removeReplyAddress: {
    call: (api, { staged }) => api(replyMail.removeReplyAddress, { id: staged.snapshot.id }),
    expect: WITH_ACCESS,
    writes: [],
  },
  confirmReplyAddress: {
    call: (api) => api(replyMail.confirmReplyAddress, { token: 'made-up' }),
    expect: LINK_REQUIRED,
    writes: [],
  },
  reportPresence: {
    call: (api, { staged }) =>
      api(comments.reportPresence, { id: staged.snapshot.id, windowId: crypto.randomUUID() }),
    expect: WITH_ACCESS,
    writes: ['presence'],
  },
};
