import { listSnapshots, type Snapshot } from '@stagelink/shared/contracts/snapshots';
import { count } from '@stagelink/shared/domain/format';
import { connect } from '../connection.ts';
import { type Context, type Result, writeStatus } from '../context.ts';
import { expiry } from '../expiry.ts';

export interface ListOptions {
  search?: string;
  expired?: boolean;
  limit?: number;
}

export async function run(context: Context, options: ListOptions): Promise<Result> {
  const { call } = await connect(context);
  const { search, limit } = options;
  const page = await call(listSnapshots, {
    ...(search === undefined ? {} : { search }),
    ...(limit === undefined ? {} : { limit }),
    status: options.expired ? 'all' : 'active',
  });
  const { snapshots, matching, total } = page;
  if (snapshots.length === 0)
    writeStatus(
      context,
      total === 0
        ? 'No snapshots yet: run “stagelink stage” in a prototype’s folder.'
        : 'No snapshots found.',
    );
  else if (snapshots.length < matching)
    writeStatus(context, `${snapshots.length} of ${count(matching, 'snapshot')}; --limit shows more.`);
  return { data: { snapshots, matching, total }, lines: table(snapshots, Date.now()) };
}

/** Columns are as wide as their widest cell; the link is last, where terminals make it clickable. */
function table(snapshots: readonly Snapshot[], today: number): string[] {
  if (snapshots.length === 0) return [];
  const rows = [
    ['NAME', 'VERSION', 'EXPIRES', 'VIEWS', 'LINK'],
    ...snapshots.map((snapshot) => [
      snapshot.name,
      `v${snapshot.version}`,
      expiry(snapshot.expiresAt, today),
      String(snapshot.viewCount),
      snapshot.url,
    ]),
  ];
  const widths =
    rows[0]?.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  '),
  );
}
