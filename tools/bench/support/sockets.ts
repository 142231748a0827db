import { connect, type Socket } from 'node:net';

// Process that holds many sockets of the live channel at low cost: it parses no frame and only records when
// the first byte of each arrives.

export type SocketsOrder = { open: { port: number; path: string; count: number } } | { listen: true };
/** `listen` is answered twice: once it listens, and with the arrival times in epoch milliseconds. */
export type SocketsAnswer = { opened: true } | { listening: true } | { arrivals: number[] };

/** Concurrent handshakes; a server accepts only so many at once. */
const HANDS = 50;

const sockets: Socket[] = [];
let arrivals: number[] | null = null;

const answer = (reply: SocketsAnswer) => process.send?.(reply);
const now = () => performance.timeOrigin + performance.now();

function open(port: number, path: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const request = [
    `GET ${path} HTTP/1.1`,
    `Host: localhost:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==',
  ];
  socket.setNoDelay(true);
  socket.write(`${request.join('\r\n')}\r\n\r\n`);
  sockets.push(socket);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.once('data', (head: Buffer) => {
      if (head.subarray(0, 12).toString() !== 'HTTP/1.1 101') return reject(new Error(head.toString()));
      socket.on('data', () => {
        if (!arrivals) return;
        arrivals.push(now());
        if (arrivals.length < sockets.length) return;
        answer({ arrivals });
        arrivals = null;
      });
      resolve();
    });
  });
}

process.on('message', (order: SocketsOrder) => {
  if ('listen' in order) {
    arrivals = [];
    answer({ listening: true });
    return;
  }
  const { port, path, count } = order.open;
  let left = count;
  const hand = async () => {
    while (left > 0) {
      left -= 1;
      await open(port, path);
    }
  };
  void Promise.all(Array.from({ length: HANDS }, hand)).then(() => answer({ opened: true }));
});
