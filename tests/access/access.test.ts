import { readdirSync } from 'node:fs';
import type { Call } from '@stagelink/shared/client/call';
import * as accounts from '@stagelink/shared/contracts/accounts';
import * as analytics from '@stagelink/shared/contracts/analytics';
import * as authorizations from '@stagelink/shared/contracts/oauth';
import * as billing from '@stagelink/shared/contracts/billing';
import * as bulkChanges from '@stagelink/shared/contracts/bulkChanges';
import * as comments from '@stagelink/shared/contracts/comments';
import type { Endpoint } from '@stagelink/shared/contracts/endpoint';
import * as extension from '@stagelink/shared/contracts/editorExtension';
import * as live from '@stagelink/shared/contracts/live';
import * as notifications from '@stagelink/shared/contracts/notifications';
import * as pictures from '@stagelink/shared/contracts/pictures';
import * as projects from '@stagelink/shared/contracts/projects';
import * as replyMail from '@stagelink/shared/contracts/replyMail';
import * as reviews from '@stagelink/shared/contracts/reviews';
import * as snapshots from '@stagelink/shared/contracts/snapshots';
import * as staging from '@stagelink/shared/contracts/staging';
import * as subscriptions from '@stagelink/shared/contracts/follows';
import * as threads from '@stagelink/shared/contracts/threads';
import * as tokens from '@stagelink/shared/contracts/tokens';
import * as versions from '@stagelink/shared/contracts/versions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgeWebp } from '../../server/src/testing/forgeWebp.ts';
import { forgeZip } from '../../server/src/testing/forgeZip.ts';
import { PASSWORD } from '../../server/src/testing/builders.ts';
import { asJson } from '../../server/src/testing/comments.ts';
import { locatorOf } from '../../server/src/testing/locators.ts';
import { asZip, manifestOf } from '../../server/src/testing/stage.ts';
import { UNREACHABLE_STRIPE } from '../../server/src/testing/stripe/unreachable.ts';
import { createWorld, type World } from '../../server/src/testing/world.ts';
import {
  type Caller,
  CALLERS,
  callerWith,
  createScene,
  everythingStored,
  headersOf,
  type Scene,
} from './callers.ts';

interface Row {
  endpoint: Endpoint;
  /** Makes the call for the scene's owner's objects. */
  call: (call: Call, scene: Scene) => Promise<unknown>;
  /** Status for each caller, in the order of `CALLERS`. */
  answers: [number, number, number, number, number, number, number, number];
}

const row = <E extends Endpoint>(
  endpoint: E,
  answers: Row['answers'],
  call: (call: Call, scene: Scene, endpoint: E) => Promise<unknown>,
): Row => ({ endpoint, answers, call: (client, scene) => call(client, scene, endpoint) });

const source = { client: 'cli' } as const;
const zip = asZip(forgeZip([{ name: 'index.html', data: 'x' }]));

/**
 * Statuses by contract and caller. An invalid credential is rejected everywhere, even where none is needed.
 * Objects of others are reported as missing; objects behind a gate report the gate.
 */
const TABLE: Record<string, Row> = {
  register: row(accounts.register, [201, 201, 201, 201, 403, 403, 401, 401], (call, _scene, to) =>
    call(to, { email: `${crypto.randomUUID()}@example.com`, password: PASSWORD, name: 'New' }),
  ),
  login: row(accounts.login, [200, 200, 200, 200, 403, 403, 401, 401], (call, { owner }, to) =>
    call(to, { email: owner.email, password: PASSWORD }),
  ),
  logout: row(accounts.logout, [200, 200, 200, 200, 200, 200, 401, 401], (call, _scene, to) => call(to, {})),
  me: row(accounts.me, [401, 200, 200, 401, 200, 200, 401, 401], (call, _scene, to) => call(to, {})),
  signInOptions: row(accounts.signInOptions, [200, 200, 200, 200, 200, 200, 401, 401], (call, _scene, to) =>
    call(to, {}),
  ),
  // This server has no Google sign-in.
  googleLogin: row(accounts.googleLogin, [503, 503, 503, 503, 403, 403, 401, 401], (call, _scene, to) =>
    call(to, { idToken: 'x' }),
  ),
  devLogin: row(accounts.devLogin, [200, 200, 200, 200, 403, 403, 401, 401], (call, { owner }, to) =>
    call(to, { uid: owner.id }),
  ),
  updateProfile: row(accounts.updateProfile, [401, 200, 200, 401, 403, 403, 401, 401], (call, _scene, to) =>
    call(to, { name: 'Renamed' }),
  ),
  changePassword: row(accounts.changePassword, [401, 200, 200, 401, 403, 403, 401, 401], (call, _scene, to) =>
    call(to, { currentPassword: PASSWORD, newPassword: 'another password' }),
  ),
  changeEmail: row(accounts.changeEmail, [401, 200, 200, 401, 403, 403, 401, 401], (call, _scene, to) =>
    call(to, { email: `${crypto.randomUUID()}@example.com`, currentPassword: PASSWORD }),
  ),
  getAddressChange: row(
    accounts.getAddressChange,
    [401, 200, 200, 401, 403, 403, 401, 401],
    (call, _scene, to) => call(to, {}),
  ),
  cancelAddressChange: row(
    accounts.cancelAddressChange,
    [401, 200, 200, 401, 403, 403, 401, 401],
    (call, _scene, to) => call(to, {}),
  ),
  sendVerification: row(
    accounts.sendVerification,
    [401, 200, 200, 401, 403, 403, 401, 401],
    (call, _scene, to) => call(to, {}),
  ),
  // Anyone with the emailed link may use it; no caller here has one.
  verifyEmail: row(accounts.verifyEmail, [410, 410, 410, 410, 403, 403, 401, 401], (call, _scene, to) =>
    call(to, { token: 'made-up' }),
  ),
  forgotPassword: row(
    accounts.forgotPassword,
    [200, 200, 200, 200, 403, 403, 401, 401],
    (call, { owner }, to) => call(to, { email: owner.email }),
  ),
  resetPassword: row(accounts.resetPassword, [410, 410, 410, 410, 403, 403, 401, 401], (call, _scene, to) =>
    call(to, { token: 'made-up', newPassword: 'another password' }),
  ),
  getStorage: row(accounts.getStorage, [401, 200, 200, 401, 200, 200, 401, 401], (call, _scene, to) =>
    call(to, {}),
  ),
  listSessions: row(accounts.listSessions, [401, 200, 200, 401, 403, 403, 401, 401], (call, _scene, to) =>
    call(to, {}),
  ),
  revokeSession: row(
    accounts.revokeSession,
    [401, 404, 200, 401, 403, 403, 401, 401],
    (call, { sessionId }, to) => call(to, { id: sessionId }),
  ),
  revokeOtherSessions: row(
    accounts.revokeOtherSessions,
    [401, 200, 200, 401, 403, 403, 401, 401],
    (call, _scene, to) => call(to, {}),
  ),
  deleteAccount: row(
    accounts.deleteAccount,
    [401, 403, 200, 401, 403, 403, 401, 401],
    (call, { owner }, to) => call(to, { uid: owner.id, confirm: 'DELETE', currentPassword: PASSWORD }),
  ),

  authorizeProgram: row(
    authorizations.authorizeProgram,
    [401, 200, 200, 401, 403, 403, 401, 401],
    (call, _scene, to) =>
      call(to, {
        client: 'companion',
        redirectUri: 'stagelink://signed-in',
        codeChallenge: 'a'.repeat(43),
        state: 'a'.repeat(16),
      }),
  ),
  // Anyone with the code of the browser's redirect may use it; no caller here has one.
  exchangeCode: row(
    authorizations.exchangeCode,
    [410, 410, 410, 410, 403, 403, 401, 401],
    (call, _scene, to) =>
      call(to, { code: 'made-up', codeVerifier: 'a'.repeat(43), redirectUri: 'stagelink://signed-in' }),
  ),
  renewSession: row(
    authorizations.renewSession,
    [401, 200, 200, 401, 403, 403, 401, 401],
    (call, _scene, to) => call(to, {}),
  ),

  listTokens: row(tokens.listTokens, [401, 200, 200, 401, 403, 403, 401, 401], (call, _scene, to) =>
    call(to, {}),
  ),
  createToken: row(tokens.createToken, [401, 201, 201, 401, 403, 403, 401, 401], (call, _scene, to) =>
    call(to, { description: 'ci' }),
  ),
  deleteToken: row(tokens.deleteToken, [401, 404, 200, 401, 403, 403, 401, 401], (call, { tokenId }, to) =>
    call(to, { id: tokenId }),
  ),

  // This server's Stripe does not answer, and no caller here has a subscription.
  startTrial: row(billing.startTrial, [401, 503, 503, 401, 403, 403, 401, 401], (call, _scene, to) =>
    call(to, { plan: 'monthly' }),
  ),
  startSubscription: row(
    billing.startSubscription,
    [401, 503, 503, 401, 403, 403, 401, 401],
    (call, _scene, to) => call(to, { plan: 'monthly' }),
  ),
  cancelSubscription: row(
    billing.cancelSubscription,
    [401, 409, 409, 401, 403, 403, 401, 401],
    (call, _scene, to) => call(to, {}),
  ),
  reactivateSubscription: row(
    billing.reactivateSubscription,
    [401, 409, 409, 401, 403, 403, 401, 401],
    (call, _scene, to) => call(to, {}),
  ),
  openBillingPortal: row(
    billing.openBillingPortal,
    [401, 409, 409, 401, 403, 403, 401, 401],
    (call, _scene, to) => call(to, {}),
  ),
  changePaymentMethod: row(
    billing.changePaymentMethod,
    [401, 409, 409, 401, 403, 403, 401, 401],
    (call, _scene, to) => call(to, {}),
  ),
  // Only Stripe can sign an event.
  receiveStripeEvent: row(
    billing.receiveStripeEvent,
    [400, 400, 400, 400, 400, 400, 401, 401],
    (call, _scene, to) => call(to, {}, { type: 'application/json', body: Buffer.from('{}') }),
  ),

  createSocketTicket: row(
    live.createSocketTicket,
    [401, 200, 200, 401, 200, 403, 401, 401],
    (call, _scene, to) => call(to, {}),
  ),

  listNotifications: row(
    notifications.listNotifications,
    [401, 200, 200, 401, 200, 403, 401, 401],
    (call, _scene, to) => call(to, {}),
  ),
  readNotification: row(
    notifications.readNotification,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { notificationId }, to) => call(to, { id: notificationId }),
  ),
  readAllNotifications: row(
    notifications.readAllNotifications,
    [401, 200, 200, 401, 200, 403, 401, 401],
    (call, _scene, to) => call(to, {}),
  ),
  getEmailPreferences: row(
    notifications.getEmailPreferences,
    [401, 200, 200, 401, 403, 403, 401, 401],
    (call, _scene, to) => call(to, {}),
  ),
  setEmailPreferences: row(
    notifications.setEmailPreferences,
    [401, 200, 200, 401, 403, 403, 401, 401],
    (call, _scene, to) => call(to, { emailFrequency: 'daily' }),
  ),
  unsubscribeFromMail: row(
    notifications.unsubscribeFromMail,
    [200, 200, 200, 200, 200, 200, 401, 401],
    (call, { unsubscribeToken }, to) => call(to, { token: unsubscribeToken }),
  ),

  extensionVersion: row(
    extension.extensionVersion,
    [200, 200, 200, 200, 200, 200, 401, 401],
    (call, _scene, to) => call(to, {}),
  ),
  reportExtension: row(
    extension.reportExtension,
    [401, 200, 200, 401, 200, 200, 401, 401],
    (call, _scene, to) => call(to, { version: '1.0.0' }),
  ),
  trackEvent: row(analytics.trackEvent, [200, 200, 200, 200, 200, 200, 401, 401], (call, _scene, to) =>
    call(to, { eventType: 'page_view' }),
  ),
  trackEvents: row(analytics.trackEvents, [200, 200, 200, 200, 200, 200, 401, 401], (call, _scene, to) =>
    call(to, {
      events: [{ id: crypto.randomUUID(), eventType: 'page_view', timestamp: new Date().toISOString() }],
    }),
  ),

  listSnapshots: row(snapshots.listSnapshots, [401, 200, 200, 401, 200, 403, 401, 401], (call, _scene, to) =>
    call(to, {}),
  ),
  getSnapshot: row(snapshots.getSnapshot, [401, 404, 200, 401, 200, 403, 401, 401], (call, { staged }, to) =>
    call(to, { id: staged.snapshot.id }),
  ),
  updateSnapshot: row(
    snapshots.updateSnapshot,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { staged }, to) => call(to, { id: staged.snapshot.id, name: 'renamed', password: 'changed' }),
  ),
  deleteSnapshot: row(
    snapshots.deleteSnapshot,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { staged }, to) => call(to, { id: staged.snapshot.id }),
  ),
  extendSnapshot: row(
    snapshots.extendSnapshot,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { staged }, to) => call(to, { id: staged.snapshot.id }),
  ),
  viewSnapshot: row(
    snapshots.viewSnapshot,
    [401, 401, 200, 200, 200, 403, 401, 401],
    (call, { staged }, to) => call(to, { id: staged.snapshot.id }),
  ),
  passGate: row(
    snapshots.passGate,
    [200, 200, 200, 200, 200, 403, 401, 401],
    (call, { staged, password }, to) => call(to, { id: staged.snapshot.id, password }),
  ),
  listVersions: row(versions.listVersions, [401, 401, 200, 200, 200, 403, 401, 401], (call, { staged }, to) =>
    call(to, { id: staged.snapshot.id }),
  ),
  // A draft, visible to its owner only.
  listVersionFiles: row(
    versions.listVersionFiles,
    [401, 401, 200, 404, 200, 403, 401, 401],
    (call, { staged }, to) => call(to, { id: staged.snapshot.id, version: 2 }),
  ),
  // One of them is a draft, visible to its owner only.
  compareVersions: row(
    versions.compareVersions,
    [401, 401, 200, 404, 200, 403, 401, 401],
    (call, { staged }, to) => call(to, { id: staged.snapshot.id, from: 1, to: 2 }),
  ),
  compareFile: row(versions.compareFile, [401, 401, 200, 404, 200, 403, 401, 401], (call, { staged }, to) =>
    call(to, { id: staged.snapshot.id, from: 1, to: 2, path: 'index.html' }),
  ),
  publishVersion: row(
    versions.publishVersion,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { staged }, to) => call(to, { id: staged.snapshot.id, version: 2 }),
  ),
  discardVersion: row(
    versions.discardVersion,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { staged }, to) => call(to, { id: staged.snapshot.id, version: 2 }),
  ),
  putPicture: row(pictures.putPicture, [401, 404, 200, 401, 200, 403, 401, 401], (call, { staged }, to) =>
    call(to, { id: staged.snapshot.id, version: 2 }, { type: 'image/webp', body: forgeWebp() }),
  ),
  // Those who may open the snapshot read that it has no picture yet.
  getPicture: row(pictures.getPicture, [401, 401, 404, 404, 404, 403, 401, 401], (call, { staged }, to) =>
    call(to, { id: staged.snapshot.id, version: 1 }),
  ),
  readPins: row(comments.readPins, [401, 404, 200, 401, 200, 403, 401, 401], (call, { staged }, to) =>
    call(to, { id: staged.snapshot.id, version: 2 }),
  ),
  reportPins: row(comments.reportPins, [401, 401, 200, 404, 200, 403, 401, 401], (call, { staged }, to) =>
    call(to, { id: staged.snapshot.id, version: 2, findings: [] }),
  ),
  openPreview: row(snapshots.openPreview, [401, 401, 200, 200, 200, 403, 401, 401], (call, { staged }, to) =>
    call(to, { id: staged.snapshot.id }),
  ),

  listTags: row(snapshots.listTags, [401, 200, 200, 401, 200, 403, 401, 401], (call, _scene, to) =>
    call(to, {}),
  ),
  getSummary: row(snapshots.getSummary, [401, 200, 200, 401, 200, 403, 401, 401], (call, _scene, to) =>
    call(to, {}),
  ),
  startBulkChange: row(
    bulkChanges.startBulkChange,
    // A stranger's change finds none of the owner's snapshots.
    [401, 404, 201, 401, 201, 403, 401, 401],
    (call, { staged, projectId }, to) =>
      call(to, { snapshots: { ids: [staged.snapshot.id] }, action: { type: 'move', projectId } }),
  ),
  getBulkChange: row(
    bulkChanges.getBulkChange,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { changeId }, to) => call(to, { changeId }),
  ),
  undoBulkChange: row(
    bulkChanges.undoBulkChange,
    [401, 404, 201, 401, 201, 403, 401, 401],
    (call, { changeId }, to) => call(to, { changeId }),
  ),

  listProjects: row(projects.listProjects, [401, 200, 200, 401, 200, 403, 401, 401], (call, _scene, to) =>
    call(to, {}),
  ),
  createProject: row(projects.createProject, [401, 201, 201, 401, 201, 403, 401, 401], (call, _scene, to) =>
    call(to, { name: 'New' }),
  ),
  updateProject: row(
    projects.updateProject,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { projectId }, to) => call(to, { id: projectId, name: 'renamed', isArchived: true }),
  ),
  orderProjects: row(
    projects.orderProjects,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { projectId }, to) => call(to, { ids: [projectId] }),
  ),
  deleteProject: row(
    projects.deleteProject,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { projectId }, to) => call(to, { id: projectId }),
  ),

  requestReview: row(
    reviews.requestReview,
    [401, 404, 201, 401, 201, 403, 401, 401],
    (call, { staged }, to) =>
      call(to, { id: staged.snapshot.id, reviewers: [{ userName: 'Bea', userEmail: 'bea@example.com' }] }),
  ),
  listReviews: row(reviews.listReviews, [401, 401, 200, 404, 200, 403, 401, 401], (call, { staged }, to) =>
    call(to, { id: staged.snapshot.id }),
  ),
  cancelReview: row(
    reviews.cancelReview,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { reviewId }, to) => call(to, { id: reviewId }),
  ),
  closeReview: row(reviews.closeReview, [401, 404, 200, 401, 200, 403, 401, 401], (call, { reviewId }, to) =>
    call(to, { id: reviewId }),
  ),
  removeReviewer: row(
    reviews.removeReviewer,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { reviewId, reviewerUserId }, to) => call(to, { id: reviewId, userId: reviewerUserId }),
  ),
  listThreads: row(threads.listThreads, [401, 404, 200, 401, 200, 403, 401, 401], (call, { staged }, to) =>
    call(to, { snapshotId: staged.snapshot.id }),
  ),
  getThread: row(threads.getThread, [401, 404, 200, 401, 200, 403, 401, 401], (call, { commentId }, to) =>
    call(to, { id: commentId }),
  ),

  // No caller here is one of its reviewers.
  startReview: row(reviews.startReview, [404, 404, 403, 404, 403, 403, 401, 401], (call, { reviewId }, to) =>
    call(to, { id: reviewId }),
  ),
  submitReview: row(
    reviews.submitReview,
    [404, 404, 403, 404, 403, 403, 401, 401],
    (call, { reviewId }, to) => call(to, { id: reviewId, status: 'approved', feedback: 'Fine' }),
  ),
  // Anyone with the emailed link may use it; no caller here has one.
  enterReview: row(reviews.enterReview, [410, 410, 410, 410, 403, 403, 401, 401], (call, _scene, to) =>
    call(to, { token: 'made-up' }),
  ),

  listComments: row(comments.listComments, [401, 401, 200, 200, 200, 403, 401, 401], (call, { staged }, to) =>
    call(to, { id: staged.snapshot.id }),
  ),
  readThread: row(
    comments.readThread,
    [401, 401, 200, 200, 200, 403, 401, 401],
    (call, { staged, commentId }, to) => call(to, { id: staged.snapshot.id, commentId }),
  ),
  postComment: row(comments.postComment, [401, 401, 201, 201, 201, 403, 401, 401], (call, { staged }, to) =>
    call(to, { id: staged.snapshot.id }, asJson({ text: 'hello' })),
  ),
  // A visitor past the gate did not write the comment.
  updateComment: row(
    comments.updateComment,
    [401, 401, 200, 403, 200, 403, 401, 401],
    (call, { staged, commentId }, to) => call(to, { id: staged.snapshot.id, commentId, text: 'changed' }),
  ),
  repinComment: row(
    comments.repinComment,
    [401, 401, 200, 403, 200, 403, 401, 401],
    (call, { staged, commentId }, to) =>
      call(to, { id: staged.snapshot.id, commentId }, asJson({ locator: locatorOf('#store') })),
  ),
  deleteComment: row(
    comments.deleteComment,
    [401, 401, 200, 403, 200, 403, 401, 401],
    (call, { staged, commentId }, to) => call(to, { id: staged.snapshot.id, commentId }),
  ),
  exportComments: row(
    comments.exportComments,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { staged }, to) => call(to, { id: staged.snapshot.id }),
  ),
  followThread: row(
    comments.followThread,
    [401, 401, 200, 401, 200, 403, 401, 401],
    (call, { staged, commentId }, to) => call(to, { id: staged.snapshot.id, commentId }),
  ),
  unfollowThread: row(
    comments.unfollowThread,
    [401, 401, 200, 401, 200, 403, 401, 401],
    (call, { staged, commentId }, to) => call(to, { id: staged.snapshot.id, commentId }),
  ),
  listPeople: row(comments.listPeople, [401, 401, 200, 200, 200, 403, 401, 401], (call, { staged }, to) =>
    call(to, { id: staged.snapshot.id }),
  ),
  getReplyAddress: row(
    replyMail.getReplyAddress,
    [401, 401, 200, 200, 200, 403, 401, 401],
    (call, { staged }, to) => call(to, { id: staged.snapshot.id }),
  ),
  // None of them is a visitor who has commented.
  setReplyAddress: row(
    replyMail.setReplyAddress,
    [401, 401, 403, 403, 403, 403, 401, 401],
    (call, { staged }, to) => call(to, { id: staged.snapshot.id, email: 'new@example.com' }),
  ),
  removeReplyAddress: row(
    replyMail.removeReplyAddress,
    [401, 401, 200, 200, 200, 403, 401, 401],
    (call, { staged }, to) => call(to, { id: staged.snapshot.id }),
  ),
  confirmReplyAddress: row(
    replyMail.confirmReplyAddress,
    [410, 410, 410, 410, 403, 403, 401, 401],
    (call, _scene, to) => call(to, { token: 'made-up' }),
  ),
  tellPresence: row(comments.tellPresence, [401, 401, 200, 200, 200, 403, 401, 401], (call, { staged }, to) =>
    call(to, { id: staged.snapshot.id, windowId: crypto.randomUUID() }),
  ),

  subscribe: row(subscriptions.subscribe, [401, 401, 200, 401, 200, 403, 401, 401], (call, { staged }, to) =>
    call(to, { id: staged.snapshot.id }),
  ),
  unsubscribe: row(
    subscriptions.unsubscribe,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { staged }, to) => call(to, { id: staged.snapshot.id }),
  ),
  listSubscriptions: row(
    subscriptions.listSubscriptions,
    [401, 200, 200, 401, 200, 403, 401, 401],
    (call, _scene, to) => call(to, {}),
  ),
  updateSubscription: row(
    subscriptions.updateSubscription,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { subscriptionId }, to) => call(to, { id: subscriptionId, isActive: false }),
  ),
  deleteSubscription: row(
    subscriptions.deleteSubscription,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { subscriptionId }, to) => call(to, { id: subscriptionId }),
  ),

  createSnapshot: row(
    staging.createSnapshot,
    [401, 404, 201, 401, 201, 403, 401, 401],
    (call, { staged }, to) =>
      call(to, { source, snapshotId: staged.snapshot.id, files: manifestOf({ 'a.html': 'a' }) }),
  ),
  getUpload: row(staging.getUpload, [401, 404, 200, 401, 200, 403, 401, 401], (call, { waiting }, to) =>
    call(to, { uploadId: waiting }),
  ),
  sendBlobs: row(
    staging.sendBlobs,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { waiting, bytes }, to) => call(to, { uploadId: waiting }, asZip(bytes)),
  ),
  finalizeUpload: row(
    staging.finalizeUpload,
    [401, 404, 200, 401, 200, 403, 401, 401],
    (call, { complete }, to) => call(to, { uploadId: complete }),
  ),
  uploadSnapshot: row(
    staging.uploadSnapshot,
    [401, 404, 201, 401, 201, 403, 401, 401],
    (call, { staged }, to) => call(to, { snapshotId: staged.snapshot.id }, zip),
  ),
};

let world: World;
beforeAll(async () => {
  // Emails are enqueued but never sent, because no jobs run.
  const from = { name: 'Stagelink', email: 'mail@stagelink.example' };
  world = await createWorld({
    billing: UNREACHABLE_STRIPE,
    devLogin: true,
    mail: { url: 'smtp://127.0.0.1:9', from },
  });
});
afterAll(() => world.close());

const cases = Object.entries(TABLE).flatMap(([name, row]) =>
  CALLERS.map((caller, at) => [name, caller, row.answers[at] ?? 0, row] as [string, Caller, number, Row]),
);

describe('who may call what', () => {
  test.each(cases)('%s by %s is answered %i', async (_name, caller, answer, { endpoint, call }) => {
    const scene = await createScene(world);
    const headers = await headersOf(world, scene, caller, endpoint);
    const before = await everythingStored(world);

    const statuses: number[] = [];
    await call(callerWith(world, headers, statuses), scene).catch(() => undefined);

    expect(statuses).toEqual([answer]);
    const after = await everythingStored(world);
    // Rejected calls change nothing; allowed calls may.
    expect(after).toEqual(answer < 300 ? after : before);
  });
});

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;

describe('the table', () => {
  test('has every contract there is', async () => {
    const folder = new URL('../../shared/src/contracts/', import.meta.url);
    const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
    const modules = await Promise.all(
      files.map((name) => import(new URL(name, folder).href) as Promise<object>),
    );
    const contracts = modules
      .flatMap((module) => Object.entries(module))
      .filter(([, value]) => isEndpoint(value));
    expect(contracts.length).toBeGreaterThan(20);
    expect(contracts.map(([name]) => name).sort()).toEqual(Object.keys(TABLE).sort());
    for (const [name, endpoint] of contracts) expect(TABLE[name]?.endpoint).toBe(endpoint);
  });

  test.each(Object.entries(TABLE))('keeps out of %s as the contract says', (_name, { endpoint, answers }) => {
    const [signedOut, , , , token, otherToken] = answers;
    expect(answers).toMatchObject([
      endpoint.auth === 'user' ? 401 : signedOut,
      ...answers.slice(1, 4),
      endpoint.tokenScope === 'none' ? 403 : token,
      endpoint.tokenScope === 'any' ? otherToken : 403,
      401,
      401,
    ]);
  });

  test('notices a write', async () => {
    const before = await everythingStored(world);
    await world.build.user();
    expect(await everythingStored(world)).not.toEqual(before);
  });
});
