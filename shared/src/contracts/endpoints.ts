import * as accounts from './accounts.ts';
import * as admin from './admin.ts';
import * as agentClients from './agentClients.ts';
import * as agentWork from './agentWork.ts';
import * as analytics from './analytics.ts';
import * as assignments from './assignments.ts';
import * as assistant from './assistant.ts';
import * as billing from './billing.ts';
import * as bulkChanges from './bulkChanges.ts';
import * as comments from './comments.ts';
import * as downloads from './downloads.ts';
import * as extension from './editorExtension.ts';
import type { Endpoint } from './endpoint.ts';
import * as errorReports from './errorReports.ts';
import * as findings from './findings.ts';
import * as subscriptions from './follows.ts';
import * as issues from './issues.ts';
import * as live from './live.ts';
import * as notifications from './notifications.ts';
import * as authorizations from './oauth.ts';
import * as onboarding from './onboarding.ts';
import * as pageTrees from './pageTrees.ts';
import * as pictures from './pictures.ts';
import * as projects from './projects.ts';
import * as push from './push.ts';
import * as reactions from './reactions.ts';
import * as readThreads from './readThreads.ts';
import * as replyMail from './replyMail.ts';
import * as reviews from './reviews.ts';
import * as snapshots from './snapshots.ts';
import * as staging from './staging.ts';
import * as threads from './threads.ts';
import * as tokens from './tokens.ts';
import * as tryOut from './tryOut.ts';
import * as versions from './versions.ts';
import * as webhooks from './webhooks.ts';

/** Every contract by subject of the API reference. */
const CONTRACTS = {
  Accounts: [accounts],
  'Signing programs in': [authorizations, agentClients],
  'Access tokens': [tokens],
  Snapshots: [snapshots, bulkChanges],
  Projects: [projects],
  Reviews: [reviews],
  Comments: [comments, pageTrees, readThreads, reactions, assignments, replyMail],
  Findings: [findings],
  Assistant: [assistant],
  Threads: [threads, issues],
  'Coding agents': [agentWork],
  Subscriptions: [subscriptions],
  Staging: [staging, tryOut],
  Versions: [versions, downloads, pictures],
  Notifications: [notifications, push],
  Webhooks: [webhooks],
  Extension: [extension],
  Billing: [billing],
  Onboarding: [onboarding],
  Analytics: [analytics],
  'Error reports': [errorReports],
  'Back office': [admin],
  'Live channel': [live],
} as const;

type Contracts = typeof CONTRACTS;
type Contract = Contracts[keyof Contracts][number];
type EndpointIn<C> = C extends unknown ? Extract<C[keyof C], Endpoint> : never;
type AnyEndpoint = EndpointIn<Contract>;

/** The type of every endpoint by method and path, such as `GET /api/projects/:id/overview`. */
export type Routes = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E };

/** Subjects of the API reference, in its order. */
export const SUBJECTS = Object.keys(CONTRACTS);

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;

/** Lists every endpoint by subject. */
export function endpointsBySubject(): [subject: string, name: string, endpoint: Endpoint][] {
  return Object.entries(CONTRACTS).flatMap(([subject, contracts]) =>
    contracts
      .flatMap((contract) => Object.entries<unknown>(contract))
      .flatMap(([name, value]) =>
        isEndpoint(value) ? [[subject, name, value] satisfies [string, string, Endpoint]] : [],
      ),
  );
}
