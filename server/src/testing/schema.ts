import type { Db } from '../platform/db/db.ts';

/** Everything that PostgreSQL knows of our schema, a line each. The order of columns does not matter. */
const SCHEMA = `
  with ours as (select 'public'::regnamespace as schema)
  select concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions, obj_description(c.oid)) as line
    from pg_class c, ours where relnamespace = schema
  union all
  select concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), attnotnull, attstorage,
      attcompression, attidentity, attgenerated, attcollation::regcollation, attacl,
      pg_get_expr(adbin, adrelid), col_description(attrelid, attnum))
    from ours join pg_class c on relnamespace = schema and relkind in ('r', 'v')
    join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  union all
  select concat_ws(' ', indexdef, 'valid', indisvalid, obj_description(indexrelid))
    from pg_indexes join pg_index on indexrelid = format('%I.%I', schemaname, indexname)::regclass
    where schemaname = 'public'
  union all
  select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated,
      obj_description(oid))
    from pg_constraint, ours where connamespace = schema
  union all
  select concat_ws(' ', pg_get_functiondef(p.oid), obj_description(p.oid)) from ours join pg_proc p on pronamespace = schema
    where not exists (select from pg_depend d where d.objid = p.oid and deptype = 'e')
  union all
  select concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled) from ours join pg_class c on relnamespace = schema
    join pg_trigger t on tgrelid = c.oid and not tgisinternal
  union all
  select concat_ws(' ', 'sequence', sequencename, data_type, start_value, increment_by, max_value, cycle)
    from pg_sequences where schemaname = 'public'
  union all
  select concat_ws(' ', 'owned', d.objid::regclass, d.refobjid::regclass, d.refobjsubid > 0)
    from ours join pg_class c on relnamespace = schema and relkind = 'S'
    join pg_depend d on d.objid = c.oid and d.deptype = 'a'
  union all
  select concat_ws(' ', 'collation', collname, collprovider, colllocale) from pg_collation, ours where collnamespace = schema
  union all
  select concat_ws(' ', 'type', typname, typtype) from pg_type, ours where typnamespace = schema and typtype in ('e', 'd')
  union all
  select concat_ws(' ', 'extension', extname) from pg_extension
  order by 1`;

/** Describes the whole schema, for comparison. */
export async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { line: string }[] }>(SCHEMA);
  return rows.map(({ line }) => line.replaceAll(/\s+/g, ' '));
}
