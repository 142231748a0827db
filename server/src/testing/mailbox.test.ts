import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { openMailbox } from './mailbox.ts';

test('a mailbox outlives a client that is killed in the middle of an email', async () => {
  const mailbox = await openMailbox();
  const { port, username, password } = new URL(mailbox.url);
  const socket = connect(Number(port), '127.0.0.1');
  const replies = createInterface(socket)[Symbol.asyncIterator]();
  const until = async (code: string) => {
    for (let line = ''; !line.startsWith(`${code} `);) line = (await replies.next()).value ?? `${code} end`;
  };
  const say = async (command: string, code: string) => {
    socket.write(`${command}\r\n`);
    await until(code);
  };
  const login = Buffer.from(`\0${username}\0${decodeURIComponent(password)}`).toString('base64');

  await until('220');
  await say('EHLO client', '250');
  await say(`AUTH PLAIN ${login}`, '235');
  await say('MAIL FROM:<ada@example.com>', '250');
  socket.resetAndDestroy();
  await once(socket, 'close');

  await mailbox.close();
  expect(mailbox.all).toEqual([]);
});
