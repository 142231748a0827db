import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** `Parse`, `Bind`, … have one `Execute` for each statement; simple statements are one `Query`. */
const EXECUTE = 'E'.charCodeAt(0);
const QUERY = 'Q'.charCodeAt(0);
const CONTROL = /^(begin|commit)\b/i;

interface StatementCounter {
  url: string;
  /** Statements so far, without those around transactions. */
  count: () => number;
  close: () => void;
}

/** A way to a database that counts the statements on it. */
export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port) };
  const open: Socket[] = [];
  let statements = 0;
  const note = (type: number, body: Buffer) => {
    if (type === EXECUTE) statements += 1;
    if (type === QUERY && !CONTROL.test(body.toString())) statements += 1;
  };
  const way = createServer((near) => {
    const far = connect(target);
    let rest = Buffer.alloc(0);
    let isStarted = false;
    near.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      // The first message has no type.
      for (;;) {
        const head = isStarted ? 1 : 0;
        if (rest.length < head + 4) break;
        const length = head + rest.readInt32BE(head);
        if (rest.length < length) break;
        if (isStarted) note(rest[0] ?? 0, rest.subarray(5, length));
        isStarted = true;
        rest = rest.subarray(length);
      }
    });
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) open.push(socket.on('error', () => undefined));
  }).listen(0, '127.0.0.1');
  await once(way, 'listening');
  url.host = `127.0.0.1:${(way.address() as AddressInfo).port}`;
  return {
    url: url.href,
    count: () => statements,
    close() {
      for (const socket of open) socket.destroy();
      way.close();
    },
  };
}
