-- The migrations from before 0.1.0, each under its name, for databases that began with them. The last one makes the
-- schema of the baseline from theirs: it drops what only releases before 0.1.0 read. In a section without a transaction,
-- a paragraph is a statement. Never run for a new database, and never changed.

-- 20261121090000_create_accounts
create table users (id uuid, email text not null, name text not null, password_hash text, role text not null default
  'user', plan text not null default 'free', subscription_status text not null default 'none', trial_ends_at
  timestamptz, deactivated_at timestamptz, created_at timestamptz not null default CURRENT_TIMESTAMP, last_login_at timestamptz,
  constraint users_pkey primary key (id));
alter table users add constraint users_email_unique unique (email);
create table sessions (id uuid, token_hash bytea not null, user_id uuid not null, user_agent text not null, address
  text not null, created_at timestamptz not null default CURRENT_TIMESTAMP, expires_at timestamptz not null, constraint
  sessions_pkey primary key (id));
alter table sessions add constraint sessions_token_hash_unique unique (token_hash);
alter table sessions add constraint sessions_user_id_foreign foreign key (user_id) references users (id) on delete
  cascade;
create index sessions_user_id_index on sessions (user_id);
create index sessions_expires_at_index on sessions (expires_at);
create table access_tokens (id uuid, token_hash bytea not null, user_id uuid not null, description text not null,
  scopes text[] not null, created_at timestamptz not null default CURRENT_TIMESTAMP, expires_at timestamptz not null, last_used_at
  timestamptz, constraint access_tokens_pkey primary key (id));
alter table access_tokens add constraint access_tokens_token_hash_unique unique (token_hash);
alter table access_tokens add constraint access_tokens_user_id_foreign foreign key (user_id) references users (id) on
  delete cascade;
create index access_tokens_user_id_index on access_tokens (user_id);
create table rate_limits (key varchar(255), points integer not null default 0, expire bigint, constraint
  rate_limits_pkey primary key (key));
create index rate_limits_expire_index on rate_limits (expire);

-- 20261121090100_create_snapshots
create table projects (id uuid, owner_id uuid not null, name text not null, color text not null, archived_at
  timestamptz, created_at timestamptz not null default CURRENT_TIMESTAMP, constraint projects_pkey primary key (id));
alter table projects add constraint projects_owner_id_foreign foreign key (owner_id) references users (id) on delete
  cascade;
create index projects_owner_id_index on projects (owner_id);
create table snapshots (id text, owner_id uuid not null, project_id uuid, label text not null, name text not null,
  description text not null default '', client_name text not null default '', tags text[] not null default '{}',
  password_sealed bytea, password_revision integer not null default 0, version integer, view_count integer not null
  default 0, unique_viewers integer not null default 0, comment_count integer not null default 0, created_at
  timestamptz not null default CURRENT_TIMESTAMP, updated_at timestamptz not null default CURRENT_TIMESTAMP, last_modified_at timestamptz not
  null default CURRENT_TIMESTAMP, expires_at timestamptz not null, constraint snapshots_pkey primary key (id));
alter table snapshots add constraint snapshots_owner_id_foreign foreign key (owner_id) references users (id) on delete
  cascade;
alter table snapshots add constraint snapshots_project_id_foreign foreign key (project_id) references projects (id) on
  delete set null;
create index snapshots_project_id_index on snapshots (project_id);
alter table snapshots add constraint snapshots_label_unique unique (label);
create index snapshots_owner_id_created_at_id_index on snapshots (owner_id, created_at, id);
create table versions (snapshot_id text not null, number integer not null, manifest jsonb not null, file_count integer
  not null, total_bytes bigint not null, source jsonb not null, created_at timestamptz not null default CURRENT_TIMESTAMP,
  constraint versions_pkey primary key (snapshot_id, number));
alter table versions add constraint versions_snapshot_id_foreign foreign key (snapshot_id) references snapshots (id)
  on delete cascade;

-- 20261121090200_create_blobs
create table packs (id uuid, bytes bigint not null, created_at timestamptz not null default CURRENT_TIMESTAMP, constraint
  packs_pkey primary key (id));
create table blobs (sha256 bytea, size bigint not null, pack_id uuid not null, pack_offset bigint not null, created_at
  timestamptz not null default CURRENT_TIMESTAMP, constraint blobs_pkey primary key (sha256));
alter table blobs add constraint blobs_pack_id_foreign foreign key (pack_id) references packs (id);
create index blobs_pack_id_index on blobs (pack_id);
create table blob_variants (sha256 bytea not null, form text not null, size bigint not null, pack_id uuid not null,
  pack_offset bigint not null, constraint blob_variants_pkey primary key (sha256, form));
alter table blob_variants add constraint blob_variants_sha256_foreign foreign key (sha256) references blobs (sha256)
  on delete cascade;
alter table blob_variants add constraint blob_variants_pack_id_foreign foreign key (pack_id) references packs (id);
create index blob_variants_pack_id_index on blob_variants (pack_id);
create table uploads (id uuid, owner_id uuid not null, snapshot_id text not null, manifest jsonb not null, settings
  jsonb not null, source jsonb not null, finalized_version integer, created_at timestamptz not null default CURRENT_TIMESTAMP,
  expires_at timestamptz not null, constraint uploads_pkey primary key (id));
alter table uploads add constraint uploads_owner_id_foreign foreign key (owner_id) references users (id) on delete
  cascade;
create index uploads_owner_id_index on uploads (owner_id);
alter table uploads add constraint uploads_snapshot_id_foreign foreign key (snapshot_id) references snapshots (id) on
  delete cascade;
create index uploads_snapshot_id_index on uploads (snapshot_id);
create index uploads_expires_at_index on uploads (expires_at);
create table upload_blobs (upload_id uuid not null, sha256 bytea not null, constraint upload_blobs_pkey primary key
  (upload_id, sha256));
alter table upload_blobs add constraint upload_blobs_upload_id_foreign foreign key (upload_id) references uploads (id)
  on delete cascade;
alter table upload_blobs add constraint upload_blobs_sha256_foreign foreign key (sha256) references blobs (sha256);
create index upload_blobs_sha256_index on upload_blobs (sha256);
create table snapshot_blobs (owner_id uuid not null, sha256 bytea not null, snapshot_id text not null, constraint
  snapshot_blobs_pkey primary key (owner_id, sha256, snapshot_id));
alter table snapshot_blobs add constraint snapshot_blobs_owner_id_foreign foreign key (owner_id) references users (id)
  on delete cascade;
alter table snapshot_blobs add constraint snapshot_blobs_sha256_foreign foreign key (sha256) references blobs
  (sha256);
create index snapshot_blobs_sha256_index on snapshot_blobs (sha256);
alter table snapshot_blobs add constraint snapshot_blobs_snapshot_id_foreign foreign key (snapshot_id) references
  snapshots (id) on delete cascade;
create index snapshot_blobs_snapshot_id_index on snapshot_blobs (snapshot_id);

-- 20261121090300_create_live
create table channels (id text, seq bigint not null, constraint channels_pkey primary key (id));
create table tickets (token_hash bytea, purpose text not null, grants jsonb not null, expires_at timestamptz not null,
  constraint tickets_pkey primary key (token_hash));
create index tickets_expires_at_index on tickets (expires_at);

-- 20261121100000_store_manifests_plain
alter table uploads alter column manifest set storage external;
alter table versions alter column manifest set storage external;

-- 20261121140000_describe_snapshots
alter table snapshots add column milestone text not null default '', add column version_label text not null default
  '', add column expiry_warned_for timestamptz;
create index snapshots_expires_at_index on snapshots (expires_at);
alter table projects add column position integer not null default 0;

-- 20261121140100_create_reviews
create table reviews (id uuid, snapshot_id text not null, notes text not null default '', deadline timestamptz,
  requested_at timestamptz not null default CURRENT_TIMESTAMP, constraint reviews_pkey primary key (id));
alter table reviews add constraint reviews_snapshot_id_unique unique (snapshot_id);
alter table reviews add constraint reviews_snapshot_id_foreign foreign key (snapshot_id) references snapshots (id) on
  delete cascade;
create table reviewers (id uuid, review_id uuid not null, email text not null, name text not null, status text not
  null default 'pending', feedback text not null default '', reviewed_at timestamptz, constraint reviewers_pkey
  primary key (id));
alter table reviewers add constraint reviewers_review_id_foreign foreign key (review_id) references reviews (id) on
  delete cascade;
alter table reviewers add constraint reviewers_review_id_email_unique unique (review_id, email);
create index reviewers_email_index on reviewers (email);

-- 20261121140200_create_notifications
create table subscriptions (id uuid, user_id uuid not null, snapshot_id text not null, comment_id uuid, is_active
  boolean not null default true, created_at timestamptz not null default CURRENT_TIMESTAMP, last_notified_at timestamptz,
  constraint subscriptions_pkey primary key (id));
alter table subscriptions add constraint subscriptions_user_id_foreign foreign key (user_id) references users (id) on
  delete cascade;
alter table subscriptions add constraint subscriptions_snapshot_id_foreign foreign key (snapshot_id) references
  snapshots (id) on delete cascade;
create index subscriptions_snapshot_id_index on subscriptions (snapshot_id);
create unique index subscriptions_once on subscriptions (user_id, snapshot_id, comment_id) nulls not distinct;
create table notifications (id uuid, user_id uuid not null, type text not null, title text not null, message text not
  null, action_url text, snapshot_id text, created_at timestamptz not null default CURRENT_TIMESTAMP, read_at timestamptz,
  mailed_at timestamptz, constraint notifications_pkey primary key (id));
alter table notifications add constraint notifications_user_id_foreign foreign key (user_id) references users (id) on
  delete cascade;
alter table notifications add constraint notifications_snapshot_id_foreign foreign key (snapshot_id) references
  snapshots (id) on delete cascade;
create index notifications_snapshot_id_index on notifications (snapshot_id);
create index notifications_user_id_created_at_id_index on notifications (user_id, created_at, id);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_unmailed on notifications (user_id) where mailed_at is null;
alter table users add column email_frequency text not null default 'immediately';

-- 20261121140300_count_views
create table view_salts (day date, salt bytea not null, constraint view_salts_pkey primary key (day));
create table snapshot_views (snapshot_id text not null, day date not null, visitor bytea not null, user_id uuid, views
  integer not null default 1, first_viewed_at timestamptz not null default CURRENT_TIMESTAMP, last_viewed_at timestamptz not null
  default CURRENT_TIMESTAMP, constraint snapshot_views_pkey primary key (snapshot_id, day, visitor));
alter table snapshot_views add constraint snapshot_views_snapshot_id_foreign foreign key (snapshot_id) references
  snapshots (id) on delete cascade;
alter table snapshot_views add constraint snapshot_views_user_id_foreign foreign key (user_id) references users (id)
  on delete set null;
create index snapshot_views_snapshot_id_last_viewed_at_index on snapshot_views (snapshot_id, last_viewed_at);

-- 20261121140400_prove_addresses
alter table users add column email_verified_at timestamptz, add column google_sub text;
alter table users add constraint users_google_sub_unique unique (google_sub);
alter table sessions add column last_used_at timestamptz not null default CURRENT_TIMESTAMP;

-- 20261121140500_create_analytics
create table analytics_events (id uuid, event_type text not null, event_data jsonb not null, user_id uuid, page text
  not null default '', user_agent text not null default '', referrer text not null default '', occurred_at timestamptz
  not null, received_at timestamptz not null default CURRENT_TIMESTAMP, constraint analytics_events_pkey primary key (id));
alter table analytics_events add constraint analytics_events_user_id_foreign foreign key (user_id) references users
  (id) on delete set null;
create index analytics_events_occurred_at_index on analytics_events (occurred_at);
create index analytics_events_event_type_occurred_at_index on analytics_events (event_type, occurred_at);

-- 20261121150000_quicken_lists
create function joined(words text[]) returns text language sql immutable parallel safe
  return array_to_string(words, E'\n');
alter table snapshots add column searched text not null generated always as (
    lower(joined(array[id, name, description, client_name, milestone, version_label] || tags))
  ) stored;
create index snapshots_shown on snapshots (owner_id, expires_at, id) include (project_id) where version is not null;
alter table snapshots add column last_viewed_at timestamptz;
update snapshots s set last_viewed_at = v.last
  from (select snapshot_id, max(last_viewed_at) as last from snapshot_views group by snapshot_id) v
  where v.snapshot_id = s.id;

-- 20261121170000_create_comments
alter table snapshots add column comment_policy text not null default 'open', add column last_pin integer not null
  default 0;
create table comments (id uuid, snapshot_id text not null, parent_id uuid, author_id uuid, reviewer_id uuid,
  anonymous_hash bytea, author_name text not null, text text not null, is_held boolean not null default false, version
  integer not null, pin_number integer, element_selector text, element_x double precision, element_y double precision,
  locator jsonb, context jsonb, resolved_at timestamptz, resolved_by text, resolved_version integer, edited_at
  timestamptz, created_at timestamptz not null default CURRENT_TIMESTAMP, constraint comments_pkey primary key (id));
alter table comments add constraint comments_snapshot_id_foreign foreign key (snapshot_id) references snapshots (id)
  on delete cascade;
alter table comments add constraint comments_parent_id_foreign foreign key (parent_id) references comments (id) on
  delete cascade;
create index comments_parent_id_index on comments (parent_id);
alter table comments add constraint comments_author_id_foreign foreign key (author_id) references users (id) on delete
  set null;
create index comments_author_id_index on comments (author_id);
alter table comments add constraint comments_reviewer_id_foreign foreign key (reviewer_id) references reviewers (id)
  on delete set null;
create index comments_snapshot_id_created_at_id_index on comments (snapshot_id, created_at, id);
alter table comments add constraint comments_snapshot_id_pin_number_unique unique (snapshot_id, pin_number);
create table attachments (id uuid, comment_id uuid not null, sha256 bytea not null, is_crop boolean not null default
  false, filename text not null, mime_type text not null, size bigint not null, position integer not null, constraint
  attachments_pkey primary key (id));
alter table attachments add constraint attachments_comment_id_foreign foreign key (comment_id) references comments
  (id) on delete cascade;
create index attachments_comment_id_index on attachments (comment_id);
alter table attachments add constraint attachments_sha256_foreign foreign key (sha256) references blobs (sha256);
create index attachments_sha256_index on attachments (sha256);
insert into subscriptions (id, user_id, snapshot_id)
  select gen_random_uuid(), owner_id, id from snapshots where version is not null on conflict do nothing;
alter table subscriptions add constraint subscriptions_comment_id_foreign foreign key (comment_id) references comments
  (id) on delete cascade;
create index subscriptions_comment_id_index on subscriptions (comment_id);
alter table notifications add column thread_id uuid;
alter table notifications add constraint notifications_thread_id_foreign foreign key (thread_id) references comments
  (id) on delete cascade;
create index notifications_thread_id_index on notifications (thread_id);
create unlogged table presence (
    snapshot_id text not null,
    window_id uuid not null,
    person text not null, -- the same in each window of one person
    name text not null,
    is_owner boolean not null,
    seen_at timestamptz not null default now(),
    primary key (snapshot_id, window_id)
  );

-- 20261121170100_answer_reviews
alter table reviews drop constraint reviews_snapshot_id_unique;
create index reviews_snapshot_id_requested_at_index on reviews (snapshot_id, requested_at);
alter table reviewers add column reviewed_version integer, add column reminded_at timestamptz;

-- 20261121170200_keep_versions
alter table versions add column published_at timestamptz default CURRENT_TIMESTAMP, add column pins_told_at timestamptz;
update versions set published_at = created_at;
alter table snapshots add column last_version integer not null default 0;
update snapshots set last_version = coalesce(version, 0);
create table pin_findings (comment_id uuid not null, version integer not null, status text not null, confidence real
  not null, found_at timestamptz not null default CURRENT_TIMESTAMP, constraint pin_findings_pkey primary key (comment_id,
  version));
alter table pin_findings add constraint pin_findings_comment_id_foreign foreign key (comment_id) references comments
  (id) on delete cascade;

-- 20261121170300_forget_news
alter table notifications add column comment_id uuid;
alter table notifications add constraint notifications_comment_id_foreign foreign key (comment_id) references comments
  (id) on delete cascade;
create index notifications_comment_id_index on notifications (comment_id);

-- 20261122090000_quicken_forgetting
create index analytics_events_user_id_index on analytics_events (user_id);
create index snapshot_views_user_id_index on snapshot_views (user_id);
create index snapshot_views_day_index on snapshot_views (day);
create index comments_reviewer_id_index on comments (reviewer_id);

-- 20261122100000_identify_the_installation
create table installation (id uuid, is_only boolean not null default true, constraint installation_pkey primary key
  (id), check (is_only));
alter table installation add constraint installation_is_only_unique unique (is_only);
insert into installation (id) values (gen_random_uuid());

-- 20261122100100_keep_removed_packs
alter table packs add column removed_at timestamptz, add column was_unknown boolean not null default false;
create index packs_removed_at_index on packs (removed_at) where removed_at is not null;

-- 20261122100200_postpone_repacking
alter table packs add column repack_after timestamptz;

-- 20261122110000_reserve_upload_bytes
alter table uploads add column reserved_bytes bigint not null default '0';

-- 20261122110100_count_comment_bytes
alter table comments add column bytes integer not null default 0;
update comments set bytes = octet_length(text) + coalesce(octet_length(element_selector), 0)
  + coalesce(octet_length(locator::text), 0) + coalesce(octet_length(context::text), 0);

-- 20261122110200_choose_kept_versions
alter table snapshots add column keep_versions integer;

-- 20261122110300_list_first_files
alter table versions add column first_files jsonb not null default '[]';
update versions set first_files = jsonb_path_query_array(manifest, '$[0 to 99].path');

-- 20261122120000_remove_reviewers
alter table reviewers add column removed_at timestamptz;

-- 20261122120100_trust_pin_findings
alter table pin_findings add column is_owners boolean not null default false;

-- 20261122140000_create_bulk_changes
create table bulk_changes (id uuid, owner_id uuid not null, steps jsonb not null, inverse jsonb not null default '[]',
  total integer not null, done integer not null default 0, failed_count integer not null default 0, failed jsonb not
  null default '[]', created_at timestamptz not null default CURRENT_TIMESTAMP, finished_at timestamptz, constraint
  bulk_changes_pkey primary key (id));
alter table bulk_changes add constraint bulk_changes_owner_id_foreign foreign key (owner_id) references users (id) on
  delete CASCADE;
create index bulk_changes_owner_id_index on bulk_changes (owner_id);
create index bulk_changes_created_at_index on bulk_changes (created_at);

-- 20261123090000_find_unmailed_comments (no transaction)
drop index concurrently if exists notifications_unmailed_comments;

create index concurrently notifications_unmailed_comments on notifications (created_at)
  where mailed_at is null and read_at is null and thread_id is not null;

-- 20261123100000_close_accounts
alter table users add column closed_at timestamptz;

-- 20261123110000_mail_commenters
create table reply_addresses (id uuid, snapshot_id text not null, anonymous_hash bytea not null, email text not null,
  name text not null, password_revision integer not null, confirmed_at timestamptz, created_at timestamptz not null
  default CURRENT_TIMESTAMP, constraint reply_addresses_pkey primary key (id));
alter table reply_addresses add constraint reply_addresses_snapshot_id_foreign foreign key (snapshot_id) references
  snapshots (id) on delete cascade;
create index reply_addresses_email_index on reply_addresses (email);
alter table reply_addresses add constraint reply_addresses_snapshot_id_anonymous_hash_unique unique (snapshot_id,
  anonymous_hash);
alter table reviewers add column password_revision integer;
create table reply_mails (id uuid, snapshot_id text not null, comment_id uuid not null, kind text not null, by_name
  text not null, reviewer_id uuid, reply_address_id uuid, created_at timestamptz not null default CURRENT_TIMESTAMP, constraint
  reply_mails_pkey primary key (id), check (num_nonnulls(reviewer_id, reply_address_id) = 1));
alter table reply_mails add constraint reply_mails_snapshot_id_foreign foreign key (snapshot_id) references snapshots
  (id) on delete cascade;
create index reply_mails_snapshot_id_index on reply_mails (snapshot_id);
alter table reply_mails add constraint reply_mails_comment_id_foreign foreign key (comment_id) references comments
  (id) on delete cascade;
create index reply_mails_comment_id_index on reply_mails (comment_id);
alter table reply_mails add constraint reply_mails_reviewer_id_foreign foreign key (reviewer_id) references reviewers
  (id) on delete cascade;
create index reply_mails_reviewer_id_index on reply_mails (reviewer_id);
alter table reply_mails add constraint reply_mails_reply_address_id_foreign foreign key (reply_address_id) references
  reply_addresses (id) on delete cascade;
create index reply_mails_reply_address_id_index on reply_mails (reply_address_id);
create index reply_mails_created_at_index on reply_mails (created_at);
create table mail_opt_outs (id uuid, address_hash bytea not null, snapshot_id text, created_at timestamptz not null
  default CURRENT_TIMESTAMP, constraint mail_opt_outs_pkey primary key (id));
alter table mail_opt_outs add constraint mail_opt_outs_snapshot_id_foreign foreign key (snapshot_id) references
  snapshots (id) on delete cascade;
create index mail_opt_outs_snapshot_id_index on mail_opt_outs (snapshot_id);
create unique index mail_opt_outs_once on mail_opt_outs (address_hash, snapshot_id) nulls not distinct;

-- 20261123110100_note_undeliverable_reviewers
alter table reviewers add column undeliverable_at timestamptz;

-- 20261123110000_note_editor_versions
alter table users add column editor_version text;

-- 20261123120000_sort_names
do $$ begin
    create collation people (provider = icu, locale = 'und-u-kn');
  exception when feature_not_supported then
    create collation people from "C"; -- a PostgreSQL that was built without ICU
  end $$;

-- 20261123130000_rename_subscriptions_to_follows
alter table subscriptions rename to follows;
alter index subscriptions_pkey rename to follows_pkey;
alter index subscriptions_once rename to follows_once;
alter index subscriptions_snapshot_id_index rename to follows_snapshot_id_index;
alter index subscriptions_comment_id_index rename to follows_comment_id_index;
alter table follows rename constraint subscriptions_user_id_foreign to follows_user_id_foreign;
alter table follows rename constraint subscriptions_snapshot_id_foreign to follows_snapshot_id_foreign;
alter table follows rename constraint subscriptions_comment_id_foreign to follows_comment_id_foreign;
create view subscriptions as select * from follows;

-- 20261123130100_add_pending_and_notified_columns
alter table comments add is_pending boolean not null default false;
alter table versions add pins_notified_at timestamptz;
create function copy_comment_is_held() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      new.is_pending := new.is_pending or new.is_held;
    elsif new.is_held is distinct from old.is_held then
      new.is_pending := new.is_held;
    end if;
    new.is_held := new.is_pending;
    return new;
  end $$;
create trigger copy_is_held before insert or update of is_held, is_pending on comments
  for each row execute function copy_comment_is_held();
create function copy_version_pins_told_at() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      new.pins_notified_at := coalesce(new.pins_notified_at, new.pins_told_at);
    elsif new.pins_told_at is distinct from old.pins_told_at then
      new.pins_notified_at := new.pins_told_at;
    end if;
    new.pins_told_at := new.pins_notified_at;
    return new;
  end $$;
create trigger copy_pins_told_at before insert or update of pins_told_at, pins_notified_at on versions
  for each row execute function copy_version_pins_told_at();

-- 20261123130200_fill_pending_and_notified_columns (no transaction)
do $$
  declare portion constant integer := 5000; filled integer;
  begin
    loop
      update comments set is_pending = true where is_held and id in (
        select id from comments where is_held and not is_pending limit portion);
      get diagnostics filled = row_count;
      commit;
      exit when filled < portion;
    end loop;
    loop
      update versions set pins_notified_at = pins_told_at where (snapshot_id, number) in (
        select snapshot_id, number from versions
        where pins_told_at is not null and pins_notified_at is null limit portion);
      get diagnostics filled = row_count;
      commit;
      exit when filled < portion;
    end loop;
  end $$;

-- 20261123140000_add_version_pictures (no transaction)
alter table versions add column if not exists picture_sha256 bytea;

drop index concurrently if exists versions_picture_sha256_index;

create index concurrently versions_picture_sha256_index on versions (picture_sha256)
  where picture_sha256 is not null;

alter table versions drop constraint if exists versions_picture_sha256_foreign;

alter table versions add constraint versions_picture_sha256_foreign foreign key (picture_sha256)
  references blobs (sha256) on delete set null not valid;

alter table versions validate constraint versions_picture_sha256_foreign;

-- 20261123150000_create_billing
alter table users add column next_billing_at timestamptz, add column next_billing_cents integer not null default 0,
  add column pro_ends_at timestamptz, add column had_trial boolean not null default false;
alter table users add constraint users_pro_has_access
  check (plan = 'free' or subscription_status in ('trial', 'active', 'cancelled', 'past_due'));
create sequence billing_seq;
create table billing_accounts (user_id uuid, customer_id text not null, checkout_id text, checkout_generation integer
  not null default 0, subscription_id text, price text, stripe_status text, cancel_at timestamptz, cancelled_at
  timestamptz, period_end timestamptz, trial_end timestamptz, started_at timestamptz, last_payment_at timestamptz,
  applied_seq bigint not null default '0', applied_at timestamptz, constraint billing_accounts_pkey primary key
  (user_id));
alter table billing_accounts add constraint billing_accounts_user_id_foreign foreign key (user_id) references users
  (id) on delete cascade;
alter table billing_accounts add constraint billing_accounts_customer_id_unique unique (customer_id);
create index billing_accounts_period_end_index on billing_accounts (period_end);
create table stripe_events (id text, type text not null, created timestamptz not null, received_at timestamptz not
  null default CURRENT_TIMESTAMP, constraint stripe_events_pkey primary key (id));
create index stripe_events_created_index on stripe_events (created);
create index stripe_events_received_at_index on stripe_events (received_at);
create table billing_effects (key text, user_id uuid not null, created_at timestamptz not null default CURRENT_TIMESTAMP,
  constraint billing_effects_pkey primary key (key));
alter table billing_effects add constraint billing_effects_user_id_foreign foreign key (user_id) references users (id)
  on delete cascade;
create index billing_effects_user_id_index on billing_effects (user_id);
create table trials (id uuid, user_id uuid, subscription_id text not null, email_hash bytea not null, card_hash bytea,
  started_at timestamptz not null, ended_at timestamptz, converted boolean not null default false, cancelled_early
  boolean not null default false, constraint trials_pkey primary key (id));
alter table trials add constraint trials_user_id_foreign foreign key (user_id) references users (id) on delete set
  null;
create index trials_user_id_index on trials (user_id);
alter table trials add constraint trials_subscription_id_unique unique (subscription_id);
alter table trials add constraint trials_email_hash_unique unique (email_hash);
alter table trials add constraint trials_card_hash_unique unique (card_hash);

-- 20261123160000_create_comment_reactions
create table comment_reactions (comment_id uuid not null, snapshot_id text not null, reaction text not null, person
  text not null, user_id uuid, reviewer_id uuid, name text not null, created_at timestamptz not null default CURRENT_TIMESTAMP,
  constraint comment_reactions_pkey primary key (comment_id, reaction, person));
alter table comment_reactions add constraint comment_reactions_comment_id_foreign foreign key (comment_id) references
  comments (id) on delete cascade;
alter table comment_reactions add constraint comment_reactions_snapshot_id_foreign foreign key (snapshot_id)
  references snapshots (id) on delete cascade;
create index comment_reactions_snapshot_id_index on comment_reactions (snapshot_id);
alter table comment_reactions add constraint comment_reactions_user_id_foreign foreign key (user_id) references users
  (id) on delete cascade;
create index comment_reactions_user_id_index on comment_reactions (user_id);
alter table comment_reactions add constraint comment_reactions_reviewer_id_foreign foreign key (reviewer_id)
  references reviewers (id) on delete cascade;
create index comment_reactions_reviewer_id_index on comment_reactions (reviewer_id);

-- 20261123161000_mark_personal_tokens
alter table access_tokens add column if not exists is_personal boolean not null default false;

-- 20261123170000_assign_threads
alter table comments add column assignee_id uuid, add column assignee_reviewer_id uuid, add column due_on date;
alter table comments add constraint comments_assignee_id_foreign foreign key (assignee_id) references users (id) on
  delete set null;
create index comments_assignee_id_index on comments (assignee_id);
alter table comments add constraint comments_assignee_reviewer_id_foreign foreign key (assignee_reviewer_id)
  references reviewers (id) on delete set null;
create index comments_assignee_reviewer_id_index on comments (assignee_reviewer_id);

-- 20261123180000_select_parts_of_elements
alter table comments add column selection jsonb;

-- 20261123200000_create_onboarding
create table onboarding (user_id uuid, has_seen_welcome boolean not null default false, skipped_welcome boolean not
  null default false, completed_tutorials text[] not null default '{}', checklist_done text[] not null default '{}',
  checklist_closed boolean not null default false, constraint onboarding_pkey primary key (user_id));
alter table onboarding add constraint onboarding_user_id_foreign foreign key (user_id) references users (id) on delete
  cascade;
insert into onboarding (user_id, has_seen_welcome, checklist_closed)
  select id, true, true from users;

-- 20261123210000_create_admin_actions
create table admin_actions (id uuid, actor_id uuid, actor text not null, action text not null, target_id text not
  null, target text not null, reason text, created_at timestamptz not null default CURRENT_TIMESTAMP, constraint
  admin_actions_pkey primary key (id));
create index admin_actions_created_at_id_index on admin_actions (created_at, id);
create function reject_change() returns trigger language plpgsql as $$
  begin
    raise exception 'entries of this table are never changed';
  end $$;
create trigger admin_actions_are_final before update or delete or truncate on admin_actions
  for each statement execute function reject_change();

-- 20261123211000_add_sample_snapshots
alter table snapshots add is_sample boolean not null default false;
alter table onboarding add sample_id text references snapshots on delete set null;
create index onboarding_sample on onboarding (sample_id) where sample_id is not null;

-- 20261123212000_create_claims
create table claims (snapshot_id text, secret_hash bytea not null, created_at timestamptz not null default CURRENT_TIMESTAMP,
  constraint claims_pkey primary key (snapshot_id));
alter table claims add constraint claims_snapshot_id_foreign foreign key (snapshot_id) references snapshots (id) on
  delete cascade;
alter table claims add constraint claims_secret_hash_unique unique (secret_hash);

-- 20261124020000_create_thread_reads
create table thread_reads (user_id uuid not null, comment_id uuid not null, read_at timestamptz not null, constraint
  thread_reads_pkey primary key (user_id, comment_id));
alter table thread_reads add constraint thread_reads_user_id_foreign foreign key (user_id) references users (id) on
  delete cascade;
alter table thread_reads add constraint thread_reads_comment_id_foreign foreign key (comment_id) references comments
  (id) on delete cascade;
create index thread_reads_comment_id_index on thread_reads (comment_id);
insert into thread_reads (user_id, comment_id, read_at)
  select s.owner_id, c.id, now() from comments c join snapshots s on s.id = c.snapshot_id
  where c.parent_id is null;

-- 20261124030000_quicken_admin_lists (no transaction)
drop index concurrently if exists analytics_events_feed;

create index concurrently analytics_events_feed on analytics_events (occurred_at, id);

drop index concurrently if exists analytics_events_user_feed;

create index concurrently analytics_events_user_feed on analytics_events (user_id, occurred_at);

drop index concurrently if exists analytics_events_page_feed;

create index concurrently analytics_events_page_feed on analytics_events (page text_pattern_ops, occurred_at);

drop index concurrently if exists users_created;

create index concurrently users_created on users (created_at, id);

drop index concurrently if exists snapshots_created;

create index concurrently snapshots_created on snapshots (created_at, id) where version is not null;

-- 20261124040000_create_active_days
create table active_days (day date, users integer not null, constraint active_days_pkey primary key (day));

-- 20261124220500_create_findings
create table audits (snapshot_id text not null, version integer not null, page text not null, widths integer[] not
  null, unseen jsonb not null, at timestamptz not null default CURRENT_TIMESTAMP, constraint audits_pkey primary key (snapshot_id,
  version, page));
alter table audits add constraint audits_snapshot_id_version_foreign foreign key (snapshot_id, version) references
  versions (snapshot_id, number) on delete cascade;
create table findings (id uuid, snapshot_id text not null, version integer not null, page text not null, rule text not
  null, severity text not null, locator jsonb, evidence jsonb not null, fingerprint text not null, state text not
  null, reason text, by_name text, at timestamptz not null default CURRENT_TIMESTAMP, since integer not null, comment_id uuid,
  position integer not null, constraint findings_pkey primary key (id));
alter table findings add constraint findings_comment_id_foreign foreign key (comment_id) references comments (id) on
  delete set null;
create index findings_comment_id_index on findings (comment_id);
alter table findings add constraint findings_snapshot_id_version_fingerprint_unique unique (snapshot_id, version,
  fingerprint);
alter table findings add constraint findings_snapshot_id_version_foreign foreign key (snapshot_id, version) references
  versions (snapshot_id, number) on delete cascade;

-- 20261124230000_count_snapshots_per_account
alter table users add snapshot_count integer not null default 0;
create function count_snapshots(owner uuid, change bigint) returns void language sql as $$
    update users set snapshot_count = snapshot_count + change
    where id = owner and id <> '00000000-0000-7000-8000-000000000001'
  $$;
create function count_changed_snapshot() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and old.version is not null then
      perform count_snapshots(old.owner_id, -1);
    end if;
    if new.version is not null then
      perform count_snapshots(new.owner_id, 1);
    end if;
    return null;
  end $$;
create function count_deleted_snapshots() returns trigger language plpgsql as $$
  begin
    perform count_snapshots(owner_id, -count(*)) from deleted where version is not null
      group by owner_id order by owner_id;
    return null;
  end $$;
create trigger count_new_snapshot after insert on snapshots
  for each row when (new.version is not null) execute function count_changed_snapshot();
create trigger count_changed_snapshot after update of version, owner_id on snapshots
  for each row when (old.owner_id <> new.owner_id or (old.version is null) <> (new.version is null))
  execute function count_changed_snapshot();
create trigger count_deleted_snapshots after delete on snapshots
  referencing old table as deleted for each statement execute function count_deleted_snapshots();
update users set snapshot_count = counted.snapshots
  from (select owner_id, count(*) as snapshots from snapshots where version is not null group by owner_id) as counted
  where id = owner_id and id <> '00000000-0000-7000-8000-000000000001';

-- 20261124230100_create_analytics_rollups
create table analytics_hourly (hour timestamptz not null, event_type text not null, events integer not null,
  constraint analytics_hourly_pkey primary key (event_type, hour));
create table account_days (day date, registered integer not null, free integer not null, trial integer not null,
  active integer not null, cancelled integer not null, past_due integer not null, superadmin integer not null,
  snapshots integer not null, active_snapshots integer not null, constraint account_days_pkey primary key (day));
create table analytics_rollups (name text, rolled_until timestamptz not null, constraint analytics_rollups_pkey
  primary key (name));

-- 20261124230200_quicken_rollups (no transaction)
drop index concurrently if exists analytics_events_received;

create index concurrently analytics_events_received on analytics_events (received_at);

drop index concurrently if exists users_with_plan;

create index concurrently users_with_plan on users (subscription_status) where subscription_status <> 'none' or role =
  'superadmin';

-- 20261124231600_note_wallet_payments
alter table billing_accounts add column wallet_at timestamptz;

-- 20261124232000_create_assistant
create table assistant_settings (snapshot_id text, access text not null, constraint assistant_settings_pkey primary
  key (snapshot_id), check (access in ('off', 'members', 'everyone')));
alter table assistant_settings add constraint assistant_settings_snapshot_id_foreign foreign key (snapshot_id)
  references snapshots (id) on delete cascade;
create table assistant_chats (id uuid, snapshot_id text not null, person text not null, version integer not null,
  context jsonb not null, started_at timestamptz not null default CURRENT_TIMESTAMP, updated_at timestamptz not null default
  CURRENT_TIMESTAMP, constraint assistant_chats_pkey primary key (id));
alter table assistant_chats add constraint assistant_chats_snapshot_id_foreign foreign key (snapshot_id) references
  snapshots (id) on delete cascade;
create index assistant_chats_updated_at_index on assistant_chats (updated_at);
alter table assistant_chats add constraint assistant_chats_snapshot_id_person_unique unique (snapshot_id, person);
create table assistant_messages (id bigserial primary key, chat_id uuid not null, role text not null, content text not
  null, items jsonb not null default '[]', targets jsonb not null default '[]', tokens integer not null default 0, at
  timestamptz not null default CURRENT_TIMESTAMP, check (role in ('user', 'assistant')));
alter table assistant_messages add constraint assistant_messages_chat_id_foreign foreign key (chat_id) references
  assistant_chats (id) on delete cascade;
create index assistant_messages_chat_id_index on assistant_messages (chat_id);
create table assistant_usage (owner_id uuid not null, day date not null, tokens_in bigint not null default '0',
  tokens_out bigint not null default '0', calls integer not null default 0, constraint assistant_usage_pkey primary key
  (owner_id, day));
alter table assistant_usage add constraint assistant_usage_owner_id_foreign foreign key (owner_id) references users
  (id) on delete cascade;
create index assistant_usage_day_index on assistant_usage (day);

-- 20261125070000_note_requested_trial_ends
alter table billing_accounts add column trial_end_request jsonb;

-- 20261125070100_quicken_figures (no transaction)
drop index concurrently if exists users_in_figures;

create index concurrently users_in_figures on users (subscription_status, role, id) where closed_at is null;

drop index concurrently if exists users_superadmins;

create index concurrently users_superadmins on users (id) where role = 'superadmin';

drop index concurrently if exists users_with_plan;

-- 20261127110000_narrow_assistant_access
alter table snapshots add column assistant_access_default text not null default 'everyone';
alter table snapshots alter column assistant_access_default set default 'members';

-- 20261127120000_note_when_accounts_are_seen
alter table users add column last_seen_at timestamptz not null default CURRENT_TIMESTAMP, add column deletion_warned_at
  timestamptz;

-- 20261127130000_reserve_purchases
alter table billing_accounts add column purchasing_until timestamptz, add column is_trial_ending boolean not null
  default false;
alter table users add column billing_plan text;

-- 20261127130001_fill_billing_plans
update users u set billing_plan = b.price from billing_accounts b
  where b.user_id = u.id and b.subscription_id is not null;

-- 20261127140000_quicken_admin_searches
do $$ begin
  create extension if not exists pg_trgm;
  create index users_name_search on users using gin (name gin_trgm_ops);
  create index users_email_search on users using gin (email gin_trgm_ops);
  create index snapshots_name_search on snapshots using gin (name gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported then
  null; -- the extension is not offered: searches read whole tables
end $$;

-- 20261127150000_mark_packs_that_skip_the_trash
alter table packs add column skips_trash boolean not null default false;

-- 20261127160000_remember_immutable_files
create table immutable_files (snapshot_id text not null, path text not null, sha256 bytea, is_proven boolean not null,
  constraint immutable_files_pkey primary key (snapshot_id, path));
alter table immutable_files add constraint immutable_files_snapshot_id_foreign foreign key (snapshot_id) references
  snapshots (id) on delete cascade;

-- 20261127164000_link_folders
create table folder_links (owner_id uuid not null, folder_key bytea not null, snapshot_id text not null, constraint
  folder_links_pkey primary key (owner_id, folder_key));
alter table folder_links add constraint folder_links_owner_id_foreign foreign key (owner_id) references users (id) on
  delete cascade;
alter table folder_links add constraint folder_links_snapshot_id_foreign foreign key (snapshot_id) references
  snapshots (id) on delete cascade;
create index folder_links_snapshot_id_index on folder_links (snapshot_id);
alter table uploads add column idempotency_key uuid;

-- 20261127164100_find_repeated_uploads (no transaction)
drop index concurrently if exists uploads_idempotency_key;

create unique index concurrently uploads_idempotency_key on uploads (owner_id, idempotency_key) where idempotency_key
  is not null;

-- 20261127165000_create_idempotency_keys
create table idempotency_keys (owner_id uuid not null, key_hash bytea not null, request_hash bytea, snapshot_id text,
  version integer, created_at timestamptz not null default CURRENT_TIMESTAMP, constraint idempotency_keys_pkey primary key
  (owner_id, key_hash));
alter table idempotency_keys add constraint idempotency_keys_owner_id_foreign foreign key (owner_id) references users
  (id) on delete cascade;
alter table idempotency_keys add constraint idempotency_keys_snapshot_id_foreign foreign key (snapshot_id) references
  snapshots (id) on delete cascade;
create index idempotency_keys_snapshot_id_index on idempotency_keys (snapshot_id);
create index idempotency_keys_created_at_index on idempotency_keys (created_at);

-- 20261127190000_keep_page_trees
create table page_trees (
    snapshot_id text not null references snapshots (id) on delete cascade,
    hash bytea not null, -- SHA-256 of the canonical JSON
    tree bytea not null, -- the JSON, deflated
    primary key (snapshot_id, hash)
  );
alter table page_trees alter column tree set storage external;
create table pin_trees (
    comment_id uuid not null references comments (id) on delete cascade,
    version integer not null, -- that the page belongs to
    snapshot_id text not null,
    hash bytea not null,
    node integer not null, -- index of the pinned element
    primary key (comment_id, version),
    foreign key (snapshot_id, hash) references page_trees (snapshot_id, hash) on delete cascade
  );
create index pin_trees_tree on pin_trees (snapshot_id, hash);
create function delete_unpinned_trees() returns trigger language plpgsql as $$
  begin
    delete from page_trees t using (select distinct snapshot_id, hash from removed) r
    where t.snapshot_id = r.snapshot_id and t.hash = r.hash
      and not exists (select from pin_trees p where p.snapshot_id = t.snapshot_id and p.hash = t.hash);
    return null;
  end $$;
create trigger delete_unpinned_trees after delete on pin_trees
  referencing old table as removed for each statement execute function delete_unpinned_trees();

-- 20261127200000_keep_what_opened_a_part_of_the_page
alter table comments add column actions jsonb;

-- 20261128070000_baseline
drop view subscriptions;
drop trigger copy_is_held on comments;
drop function copy_comment_is_held();
alter table comments drop column is_held;
drop trigger copy_pins_told_at on versions;
drop function copy_version_pins_told_at();
alter table versions drop column pins_told_at;
alter table billing_accounts drop column wallet_at;
alter table onboarding rename constraint onboarding_sample_id_fkey to onboarding_sample_id_foreign;
alter table page_trees rename constraint page_trees_snapshot_id_fkey to page_trees_snapshot_id_foreign;
alter table pin_trees rename constraint pin_trees_comment_id_fkey to pin_trees_comment_id_foreign;
alter table pin_trees rename constraint pin_trees_snapshot_id_hash_fkey to pin_trees_snapshot_id_hash_foreign;
alter index pin_trees_tree rename to pin_trees_snapshot_id_hash_index;
do $$
  declare old text; -- PostgreSQL 18 names these constraints too
  begin
    for old in select conname from pg_constraint where conrelid = 'follows'::regclass and conname like 'subscriptions_%' loop
      execute format('alter table follows rename constraint %I to %I', old, replace(old, 'subscriptions_', 'follows_'));
    end loop;
  end $$;
