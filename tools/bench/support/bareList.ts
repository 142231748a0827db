import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';

/** A statement that is prepared once by its name. */
export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

export interface Order {
  databaseUrl: string;
  connections: number;
  /** Statements of a request by its path, in order. The last one selects the answer as `body`. */
  questions: Record<string, Statement[]>;
}

// Minimal server with the same answers: the best statements, whose result PostgreSQL makes, and nothing else.

process.once('message', ({ databaseUrl, connections, questions }: Order) => {
  const pool = new Pool({ connectionString: databaseUrl, max: connections });
  const server = createServer((request, response) => {
    const answer = async () => {
      let body = '';
      for (const statement of questions[request.url ?? ''] ?? []) {
        const { rows } = await pool.query<{ body?: string }>(statement);
        body = rows[0]?.body ?? '';
      }
      response.setHeader('Content-Type', 'application/json');
      response.end(body);
    };
    answer().catch((cause: unknown) => response.writeHead(500).end(String(cause)));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
