import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool, types } from 'pg';

/** What a server process runs for one question, in the order it runs it; what stands together runs at once. */
export interface Statement {
  text: string;
  values: unknown[];
}
export type Steps = Statement[][];

export interface Order {
  databaseUrl: string;
  connections: number;
  /** By the path that asks. */
  questions: Record<string, Steps>;
}

// The least a server could do for the same answers: the same statements, their rows as JSON, and nothing else.

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
