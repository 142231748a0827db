import type { Knex } from 'knex';

/**
 * Each locks the snapshots before it reads what it counts: a change that was waited for is then visible. Snapshots that
 * were deleted with it are skipped.
 */
const REFRESH = `
  create function refresh_reviews(ids text[]) returns void language plpgsql as $$
    begin
      perform from snapshots where id = any(ids) order by id for no key update;
      update snapshots s set review_asked = n.asked, review_answered = n.answered, review_changes = n.changes,
        review_waits = n.waits, review_deadline = n.deadline
      from (
        select i.id, r.deadline, w.* from snapshots i
        left join lateral (
          select id, deadline from reviews where snapshot_id = i.id order by requested_at desc limit 1) r on true
        left join lateral (
          select count(*) filter (where a.decided or a.removed_at is null) as asked,
            count(*) filter (where a.decided) as answered,
            count(*) filter (where a.status = 'changes_requested') as changes,
            coalesce(bool_or(not a.decided and a.removed_at is null), true) as waits
          from (
            select status, removed_at, status in ('approved', 'changes_requested') as decided
            from reviewers where review_id = r.id
          ) a
        ) w on r.id is not null
        where i.id = any(ids)
      ) n
      where s.id = n.id and (s.review_asked, s.review_answered, s.review_changes, s.review_waits, s.review_deadline)
        is distinct from (n.asked, n.answered, n.changes, n.waits, n.deadline);
    end $$;
  create function refresh_unread_threads(ids text[]) returns void language plpgsql as $$
    begin
      perform from snapshots where id = any(ids) order by id for no key update;
      update snapshots s set unread_threads = n.threads
      from (
        select i.id, (
          select count(distinct coalesce(c.parent_id, c.id))
          from comments c
          left join thread_reads x on x.comment_id = coalesce(c.parent_id, c.id) and x.user_id = i.owner_id
          where c.snapshot_id = i.id and c.author_id is distinct from i.owner_id
            and date_trunc('milliseconds', c.created_at) > coalesce(x.read_at, '-infinity')) as threads
        from snapshots i where i.id = any(ids)
      ) n
      where s.id = n.id and s.unread_threads <> n.threads;
    end $$;
  create function refresh_agent_work(ids text[]) returns void language plpgsql as $$
    begin
      perform from snapshots where id = any(ids) order by id for no key update;
      update snapshots s set agent_threads = n.taken, staged_threads = n.staged
      from (
        select i.id, w.* from snapshots i cross join lateral (
          select count(*) filter (where k.state in (WITH_AGENT)) as taken,
            count(*) filter (where k.state = 'staged') as staged
          from thread_work k join comments c on c.id = k.comment_id and c.resolved_at is null
          where k.snapshot_id = i.id
        ) w
        where i.id = any(ids)
      ) n
      where s.id = n.id and (s.agent_threads, s.staged_threads) <> (n.taken, n.staged);
    end $$;
  create function refresh_recent_viewers(ids text[]) returns void language plpgsql as $$
    begin
      perform from snapshots where id = any(ids) order by id for no key update;
      update snapshots s set recent_viewers = n.viewers
      from (
        select i.id, (
          select coalesce(jsonb_agg(jsonb_build_object('userId', user_id,
            'viewedAt', to_char(viewed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
            order by viewed_at desc), '[]')
          from (
            select user_id, max(last_viewed_at) as viewed_at
            from (
              select user_id, visitor, last_viewed_at from snapshot_views
              where snapshot_id = i.id order by last_viewed_at desc limit 20
            ) looks
            group by user_id, case when user_id is null then visitor end
            order by viewed_at desc limit 5
          ) latest) as viewers
        from snapshots i where i.id = any(ids)
      ) n
      where s.id = n.id and s.recent_viewers <> n.viewers;
    end $$;`;

/**
 * The table of changed rows is named `changed` whatever changed them. It is compared with `former` by `except`, which
 * hashes: PostgreSQL knows nothing about the size of these tables, and would join them row by row.
 */
const NOTE = `
  create function note_review() returns trigger language plpgsql as $$
    begin
      perform refresh_reviews(array[(case when tg_op = 'DELETE' then old else new end).snapshot_id]);
      return null;
    end $$;
  create function note_reviewer() returns trigger language plpgsql as $$
    begin
      perform refresh_reviews(array[snapshot_id]) from reviews
        where id = (case when tg_op = 'DELETE' then old else new end).review_id;
      return null;
    end $$;
  create function note_new_comment() returns trigger language plpgsql as $$
    begin
      update snapshots s set unread_threads = unread_threads + 1
      where s.id = new.snapshot_id and s.owner_id is distinct from new.author_id
        and not exists (
          select from comments c
          left join thread_reads x on x.comment_id = new.parent_id and x.user_id = s.owner_id
          where new.parent_id is not null and c.id <> new.id and (c.id = new.parent_id or c.parent_id = new.parent_id)
            and c.author_id is distinct from s.owner_id
            and date_trunc('milliseconds', c.created_at) > coalesce(x.read_at, '-infinity'));
      return null;
    end $$;
  create function note_deleted_comments() returns trigger language plpgsql as $$
    begin
      perform refresh_unread_threads(array(select distinct snapshot_id from changed));
      return null;
    end $$;
  create function note_thread_reads() returns trigger language plpgsql as $$
    begin
      perform refresh_unread_threads(array(
        select distinct s.id from changed x join comments c on c.id = x.comment_id
        join snapshots s on s.id = c.snapshot_id and s.owner_id = x.user_id));
      return null;
    end $$;
  create function note_new_owner() returns trigger language plpgsql as $$
    begin
      perform refresh_unread_threads(array[new.id]);
      return null;
    end $$;
  create function note_resolution() returns trigger language plpgsql as $$
    declare ids text[] := array(
      select distinct k.snapshot_id
      from (
        select id, resolved_at is null from changed except all select id, resolved_at is null from former
      ) d
      join thread_work k on k.comment_id = d.id);
    begin
      if ids <> '{}' then perform refresh_agent_work(ids); end if;
      return null;
    end $$;
  create function note_agent_work() returns trigger language plpgsql as $$
    begin
      perform refresh_agent_work(array(select distinct snapshot_id from changed));
      return null;
    end $$;
  create function note_agent_state() returns trigger language plpgsql as $$
    declare ids text[] := array(
      select distinct snapshot_id
      from (
        select snapshot_id, comment_id, state from changed
        except all select snapshot_id, comment_id, state from former
      ) d);
    begin
      if ids <> '{}' then perform refresh_agent_work(ids); end if;
      return null;
    end $$;
  create function note_views() returns trigger language plpgsql as $$
    begin
      perform refresh_recent_viewers(array(select distinct snapshot_id from changed));
      return null;
    end $$;`;

const TRIGGERS: Record<string, [table: string, action: string]> = {
  note_review: [
    'reviews',
    'after insert or delete or update of deadline, requested_at on reviews for each row execute function note_review()',
  ],
  note_reviewer: [
    'reviewers',
    'after insert or delete or update of status, removed_at on reviewers for each row execute function note_reviewer()',
  ],
  note_new_comment: ['comments', 'after insert on comments for each row execute function note_new_comment()'],
  note_deleted_comments: [
    'comments',
    'after delete on comments referencing old table as changed for each statement execute function note_deleted_comments()',
  ],
  note_first_reads: [
    'thread_reads',
    'after insert on thread_reads referencing new table as changed for each statement execute function note_thread_reads()',
  ],
  note_reads: [
    'thread_reads',
    'after update on thread_reads referencing new table as changed for each statement execute function note_thread_reads()',
  ],
  note_deleted_reads: [
    'thread_reads',
    'after delete on thread_reads referencing old table as changed for each statement execute function note_thread_reads()',
  ],
  note_new_owner: [
    'snapshots',
    'after update of owner_id on snapshots for each row when (old.owner_id <> new.owner_id) execute function note_new_owner()',
  ],
  note_resolution: [
    'comments',
    'after update on comments referencing new table as changed old table as former for each statement execute function note_resolution()',
  ],
  note_new_work: [
    'thread_work',
    'after insert on thread_work referencing new table as changed for each statement execute function note_agent_work()',
  ],
  note_agent_state: [
    'thread_work',
    'after update on thread_work referencing new table as changed old table as former for each statement execute function note_agent_state()',
  ],
  note_deleted_work: [
    'thread_work',
    'after delete on thread_work referencing old table as changed for each statement execute function note_agent_work()',
  ],
  note_first_views: [
    'snapshot_views',
    'after insert on snapshot_views referencing new table as changed for each statement execute function note_views()',
  ],
  note_views: [
    'snapshot_views',
    'after update on snapshot_views referencing new table as changed for each statement execute function note_views()',
  ],
};

const FUNCTIONS = [
  'refresh_reviews(text[])',
  'refresh_unread_threads(text[])',
  'refresh_agent_work(text[])',
  'refresh_recent_viewers(text[])',
  'note_review()',
  'note_reviewer()',
  'note_new_comment()',
  'note_deleted_comments()',
  'note_thread_reads()',
  'note_new_owner()',
  'note_resolution()',
  'note_agent_work()',
  'note_agent_state()',
  'note_views()',
];

/** Keeps what lists show with the snapshot, whichever statement of whichever release changes it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(REFRESH.replace('WITH_AGENT', `'sent', 'proposed', 'accepted', 'inProgress'`));
  await knex.raw(NOTE);
  for (const [name, [, action]] of Object.entries(TRIGGERS))
    await knex.raw(`create trigger ${name} ${action}`);
}

export async function down(knex: Knex): Promise<void> {
  for (const [name, [table]] of Object.entries(TRIGGERS)) await knex.raw(`drop trigger ${name} on ${table}`);
  for (const signature of FUNCTIONS) await knex.raw(`drop function ${signature}`);
}
