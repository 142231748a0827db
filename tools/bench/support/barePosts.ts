import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';

export interface PostOrder {
  databaseUrl: string;
  connections: number;
  snapshotId: string;
}

// Minimal server that stores a comment and notifies of it in one statement, and nothing else.

process.once('message', ({ databaseUrl, connections, snapshotId }: PostOrder) => {
  const pool = new Pool({ connectionString: databaseUrl, max: connections });
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      pool
        .query({
          name: 'post',
          text: `with c as (
              insert into comments (id, snapshot_id, version, text, author_name) values ($1, $2, 1, $3, 'Bench')
              returning id)
            select pg_notify('bench', id::text) from c`,
          values: [randomUUID(), snapshotId, 'Make it **bigger**, please'],
        })
        .then(
          () => response.writeHead(201).end(),
          (cause: unknown) => response.writeHead(500).end(String(cause)),
        );
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
