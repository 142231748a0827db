import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool, types } from 'pg';

/** Statements of one request in order; those in one array run concurrently. */
export interface Statement {
  text: string;
  values: unknown[];
}
export type Steps = Statement[][];

export interface Order {
  databaseUrl: string;
  connections: number;
  /** Statements by request path. */
  questions: Record<string, Steps>;
}

// Minimal server with the same replies: the same statements, their rows as JSON, and nothing else.

process.once('message', ({ databaseUrl, connections, questions }: Order) => {
  types.setTypeParser(types.builtins.INT8, Number);
  const pool = new Pool({ connectionString: databaseUrl, max: connections });
  const server = createServer((request, response) => {
    const answer = async () => {
      const all: unknown[] = [];
      for (const together of questions[request.url ?? ''] ?? []) {
        const results = await Promise.all(together.map((statement) => pool.query(statement)));
        all.push(results.map(({ rows }) => rows as unknown[]));
      }
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(all));
    };
    answer().catch((cause: unknown) => response.writeHead(500).end(String(cause)));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
