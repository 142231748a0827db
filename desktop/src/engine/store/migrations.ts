/** Each runs once, in order, counted by `user_version`. Never edited after release. */
export const MIGRATIONS: readonly string[] = [
  `create table folders (
     id text primary key,
     account_id text not null,
     path text not null,
     name text not null,
     settings text not null,
     detected text,
     link text,
     state text not null,
     last_staged_at integer,
     unique (account_id, path)
   ) strict;
   create table agreements (
     folder_id text not null references folders on delete cascade,
     command text not null,
     primary key (folder_id, command)
   ) strict, without rowid;
   create table hashes (
     folder_id text not null references folders on delete cascade,
     file text not null,
     size integer not null,
     mtime_ms real not null,
     sha256 text not null,
     hashed_at real not null,
     primary key (folder_id, file)
   ) strict, without rowid;
   create table manifests (
     folder_id text primary key references folders on delete cascade,
     snapshot_id text not null,
     files text not null
   ) strict;
   create table history (
     id text primary key,
     folder_id text not null references folders on delete cascade,
     started_at integer not null,
     record text not null
   ) strict;
   create index history_by_folder on history (folder_id, started_at);
   create table queue (
     folder_id text primary key references folders on delete cascade,
     cause text not null,
     since integer not null
   ) strict;
   create table running (
     folder_id text primary key references folders on delete cascade
   ) strict;
   create table answers (
     account_id text not null,
     path text not null,
     text text not null,
     bytes integer not null,
     stored_at integer not null,
     primary key (account_id, path)
   ) strict;
   create index answers_by_age on answers (stored_at);`,
  `create table logs (
     folder_id text not null references folders on delete cascade,
     last_line integer not null,
     lines text not null,
     primary key (folder_id, last_line)
   ) strict;`,
  // Consent by command text also covered any script behind it.
  `delete from agreements;
   update folders set state = '{"kind":"idle"}' where json_extract(state, '$.kind') = 'asking';
   create table built_branches (
     folder_id text primary key references folders on delete cascade,
     branch text not null
   ) strict;`,
  // Size and time alone do not identify a file's content, so everything is hashed again.
  `drop table hashes;
   create table hashes (
     folder_id text not null references folders on delete cascade,
     file text not null,
     size integer not null,
     mtime_ms real not null,
     ctime_ms real not null,
     ino real not null,
     sha256 text not null,
     hashed_at real not null,
     primary key (folder_id, file)
   ) strict, without rowid;`,
  // Consent covers more of what runs, so each build is agreed to again.
  `delete from agreements;
   update folders set state = '{"kind":"idle"}' where json_extract(state, '$.kind') = 'asking';`,
];
