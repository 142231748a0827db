import type { Knex } from 'knex';
import * as accounts from './20261121090000_create_accounts.ts';
import * as snapshots from './20261121090100_create_snapshots.ts';
import * as blobs from './20261121090200_create_blobs.ts';
import * as live from './20261121090300_create_live.ts';
import * as plainManifests from './20261121100000_store_manifests_plain.ts';
import * as describedSnapshots from './20261121140000_describe_snapshots.ts';
import * as reviews from './20261121140100_create_reviews.ts';
import * as notifications from './20261121140200_create_notifications.ts';
import * as views from './20261121140300_count_views.ts';
import * as provenAddresses from './20261121140400_prove_addresses.ts';
import * as analytics from './20261121140500_create_analytics.ts';
import * as quickLists from './20261121150000_quicken_lists.ts';
import * as comments from './20261121170000_create_comments.ts';
import * as answeredReviews from './20261121170100_answer_reviews.ts';
import * as keptVersions from './20261121170200_keep_versions.ts';
import * as forgottenNews from './20261121170300_forget_news.ts';
import * as quickForgetting from './20261122090000_quicken_forgetting.ts';
import * as installation from './20261122100000_identify_the_installation.ts';
import * as removedPacks from './20261122100100_keep_removed_packs.ts';
import * as postponedRepacking from './20261122100200_postpone_repacking.ts';
import * as reservedUploadBytes from './20261122110000_reserve_upload_bytes.ts';
import * as countedCommentBytes from './20261122110100_count_comment_bytes.ts';
import * as chosenKeptVersions from './20261122110200_choose_kept_versions.ts';
import * as listedFirstFiles from './20261122110300_list_first_files.ts';
import * as removedReviewers from './20261122120000_remove_reviewers.ts';
import * as trustedFindings from './20261122120100_trust_pin_findings.ts';
import * as bulkChanges from './20261122140000_create_bulk_changes.ts';
import * as unmailedComments from './20261123090000_find_unmailed_comments.ts';
import * as closedAccounts from './20261123100000_close_accounts.ts';
import * as mailedCommenters from './20261123110000_mail_commenters.ts';
import * as editorVersions from './20261123110000_note_editor_versions.ts';
import * as sortedNames from './20261123120000_sort_names.ts';
import * as undeliverableReviewers from './20261123110100_note_undeliverable_reviewers.ts';
import * as renamedFollows from './20261123130000_rename_subscriptions_to_follows.ts';
import * as pendingAndNotified from './20261123130100_add_pending_and_notified_columns.ts';
import * as filledPendingAndNotified from './20261123130200_fill_pending_and_notified_columns.ts';
import * as versionPictures from './20261123140000_add_version_pictures.ts';
import * as billing from './20261123150000_create_billing.ts';
import * as selectedParts from './20261123180000_select_parts_of_elements.ts';
import * as assignedThreads from './20261123170000_assign_threads.ts';
import * as adminActions from './20261123210000_create_admin_actions.ts';
import * as adminLists from './20261124030000_quicken_admin_lists.ts';
import * as activeDays from './20261124040000_create_active_days.ts';
import * as findings from './20261124220500_create_findings.ts';
import * as snapshotCounts from './20261124230000_count_snapshots_per_account.ts';
import * as analyticsRollups from './20261124230100_create_analytics_rollups.ts';
import * as quickRollups from './20261124230200_quicken_rollups.ts';
import * as walletPayments from './20261124231600_note_wallet_payments.ts';
import * as assistant from './20261124232000_create_assistant.ts';
import * as requestedTrialEnds from './20261125070000_note_requested_trial_ends.ts';
import * as quickFigures from './20261125070100_quicken_figures.ts';
import * as narrowAssistantAccess from './20261127110000_narrow_assistant_access.ts';
import * as seenAccounts from './20261127120000_note_when_accounts_are_seen.ts';
import * as reservedPurchases from './20261127130000_reserve_purchases.ts';
import * as filledBillingPlans from './20261127130001_fill_billing_plans.ts';
import * as quickAdminSearches from './20261127140000_quicken_admin_searches.ts';
import * as packsWithoutTrash from './20261127150000_mark_packs_that_skip_the_trash.ts';
import * as immutableFiles from './20261127160000_remember_immutable_files.ts';
import * as folderLinks from './20261127164000_link_folders.ts';
import * as repeatedUploads from './20261127164100_find_repeated_uploads.ts';
import * as idempotencyKeys from './20261127165000_create_idempotency_keys.ts';
import * as keptPageTrees from './20261127190000_keep_page_trees.ts';
import * as recordedActions from './20261127200000_keep_what_opened_a_part_of_the_page.ts';
import * as workOfAgents from './20261128100000_work_of_coding_agents.ts';
import * as commentReactions from './20261123160000_create_comment_reactions.ts';
import * as personalTokens from './20261123161000_mark_personal_tokens.ts';
import * as onboarding from './20261123200000_create_onboarding.ts';
import * as samples from './20261123211000_add_sample_snapshots.ts';
import * as claims from './20261123212000_create_claims.ts';
import * as threadReads from './20261124020000_create_thread_reads.ts';

interface Migration {
  name: string;
  up: (knex: Knex) => Promise<void>;
  down: (knex: Knex) => Promise<void>;
  config?: { transaction: boolean };
}

/** Every migration in order, by hand: Knex cannot load .ts files by itself everywhere, and names recorded in a database must never change. */
const migrations: Migration[] = [
  { name: '20261121090000_create_accounts', ...accounts },
  { name: '20261121090100_create_snapshots', ...snapshots },
  { name: '20261121090200_create_blobs', ...blobs },
  { name: '20261121090300_create_live', ...live },
  { name: '20261121100000_store_manifests_plain', ...plainManifests },
  { name: '20261121140000_describe_snapshots', ...describedSnapshots },
  { name: '20261121140100_create_reviews', ...reviews },
  { name: '20261121140200_create_notifications', ...notifications },
  { name: '20261121140300_count_views', ...views },
  { name: '20261121140400_prove_addresses', ...provenAddresses },
  { name: '20261121140500_create_analytics', ...analytics },
  { name: '20261121150000_quicken_lists', ...quickLists },
  { name: '20261121170000_create_comments', ...comments },
  { name: '20261121170100_answer_reviews', ...answeredReviews },
  { name: '20261121170200_keep_versions', ...keptVersions },
  { name: '20261121170300_forget_news', ...forgottenNews },
  { name: '20261122090000_quicken_forgetting', ...quickForgetting },
  { name: '20261122100000_identify_the_installation', ...installation },
  { name: '20261122100100_keep_removed_packs', ...removedPacks },
  { name: '20261122100200_postpone_repacking', ...postponedRepacking },
  { name: '20261122110000_reserve_upload_bytes', ...reservedUploadBytes },
  { name: '20261122110100_count_comment_bytes', ...countedCommentBytes },
  { name: '20261122110200_choose_kept_versions', ...chosenKeptVersions },
  { name: '20261122110300_list_first_files', ...listedFirstFiles },
  { name: '20261122120000_remove_reviewers', ...removedReviewers },
  { name: '20261122120100_trust_pin_findings', ...trustedFindings },
  { name: '20261122140000_create_bulk_changes', ...bulkChanges },
  { name: '20261123090000_find_unmailed_comments', ...unmailedComments },
  { name: '20261123100000_close_accounts', ...closedAccounts },
  { name: '20261123110000_mail_commenters', ...mailedCommenters },
  { name: '20261123110100_note_undeliverable_reviewers', ...undeliverableReviewers },
  { name: '20261123110000_note_editor_versions', ...editorVersions },
  { name: '20261123120000_sort_names', ...sortedNames },
  { name: '20261123130000_rename_subscriptions_to_follows', ...renamedFollows },
  { name: '20261123130100_add_pending_and_notified_columns', ...pendingAndNotified },
  { name: '20261123130200_fill_pending_and_notified_columns', ...filledPendingAndNotified },
  { name: '20261123140000_add_version_pictures', ...versionPictures },
  { name: '20261123150000_create_billing', ...billing },
  { name: '20261123160000_create_comment_reactions', ...commentReactions },
  { name: '20261123161000_mark_personal_tokens', ...personalTokens },
  { name: '20261123170000_assign_threads', ...assignedThreads },
  { name: '20261123180000_select_parts_of_elements', ...selectedParts },
  { name: '20261123200000_create_onboarding', ...onboarding },
  { name: '20261123210000_create_admin_actions', ...adminActions },
  { name: '20261123211000_add_sample_snapshots', ...samples },
  { name: '20261123212000_create_claims', ...claims },
  { name: '20261124020000_create_thread_reads', ...threadReads },
  { name: '20261124030000_quicken_admin_lists', ...adminLists },
  { name: '20261124040000_create_active_days', ...activeDays },
  { name: '20261124220500_create_findings', ...findings },
  { name: '20261124230000_count_snapshots_per_account', ...snapshotCounts },
  { name: '20261124230100_create_analytics_rollups', ...analyticsRollups },
  { name: '20261124230200_quicken_rollups', ...quickRollups },
  { name: '20261124231600_note_wallet_payments', ...walletPayments },
  { name: '20261124232000_create_assistant', ...assistant },
  { name: '20261125070000_note_requested_trial_ends', ...requestedTrialEnds },
  { name: '20261125070100_quicken_figures', ...quickFigures },
  { name: '20261127110000_narrow_assistant_access', ...narrowAssistantAccess },
  { name: '20261127120000_note_when_accounts_are_seen', ...seenAccounts },
  { name: '20261127130000_reserve_purchases', ...reservedPurchases },
  { name: '20261127130001_fill_billing_plans', ...filledBillingPlans },
  { name: '20261127140000_quicken_admin_searches', ...quickAdminSearches },
  { name: '20261127150000_mark_packs_that_skip_the_trash', ...packsWithoutTrash },
  { name: '20261127160000_remember_immutable_files', ...immutableFiles },
  { name: '20261127164000_link_folders', ...folderLinks },
  { name: '20261127164100_find_repeated_uploads', ...repeatedUploads },
  { name: '20261127165000_create_idempotency_keys', ...idempotencyKeys },
  { name: '20261127190000_keep_page_trees', ...keptPageTrees },
  { name: '20261127200000_keep_what_opened_a_part_of_the_page', ...recordedActions },
  { name: '20261128100000_work_of_coding_agents', ...workOfAgents },
];

/** A statement that waits longer for a table holds up the statements of running servers behind it. */
const LOCK_TIMEOUT = '2s';

/** Without a transaction, an index is built while statements go on, and may wait for the longest of them. */
const limitLocks = (migration: Migration): Migration =>
  migration.config?.transaction === false
    ? migration
    : {
        ...migration,
        async up(knex) {
          await knex.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
          await migration.up(knex);
        },
      };

export const migrationSource: Knex.MigrationSource<Migration> = {
  getMigrations: () => Promise.resolve(migrations),
  getMigrationName: (migration) => migration.name,
  getMigration: (migration) => Promise.resolve(limitLocks(migration)),
};
