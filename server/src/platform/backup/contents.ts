import * as z from 'zod';

/** Raised when this release writes what an older one cannot read. */
const FORMAT = 1;

/** Names of the entries of a backup. Files come first, so that one which was cut keeps them. */
export const HEADER = 'stagelink-backup.json';
export const CONTENTS = 'contents.json';
const OBJECTS = 'objects/';
export const objectName = (key: string): string => OBJECTS + key;
export const keyOf = (name: string): string | null =>
  name.startsWith(OBJECTS) ? name.slice(OBJECTS.length) : null;
const ROWS = 'database/';
export const rowsName = (table: string, piece: number): string =>
  `${ROWS}${table}/${String(piece).padStart(6, '0')}`;
export const tableOf = (name: string): string | null =>
  name.startsWith(ROWS) ? (name.split('/')[1] ?? null) : null;

export const Header = z.object({ format: z.literal(FORMAT), installation: z.string() });
export type Header = z.output<typeof Header>;
export const headerOf = (installation: string): Header => ({ format: FORMAT, installation });

const Table = z.object({
  /** The schema's name comes first. */
  name: z.string(),
  /** Quoted as SQL. */
  columns: z.array(z.string()),
});
export type Table = z.output<typeof Table>;

/** The last entry. */
export const Contents = z.object({
  release: z.string(),
  createdAt: z.iso.datetime(),
  /** Names the master key without giving it away. */
  keyId: z.string(),
  migrations: z.array(z.string()),
  /** Their entries have the same order. */
  tables: z.array(Table),
  sequences: z.record(z.string(), z.string()),
  /** Files in the archive that were deleted before the database was read. */
  leftOver: z.array(z.string()),
});
export type Contents = z.output<typeof Contents>;
