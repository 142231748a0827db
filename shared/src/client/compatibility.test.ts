import { expect, test } from 'vitest';
import { incompatibility, PROTOCOL } from './compatibility.ts';

const between = (server: [number, number], own: [number, number]) =>
  incompatibility({ protocol: server[0], oldestProtocol: server[1] }, 'this companion', {
    protocol: own[0],
    oldestProtocol: own[1],
  });

test('programs of one age work together, and so do those that still know each other', () => {
  expect(incompatibility(PROTOCOL, 'this companion')).toBeNull();
  expect(between([3, 2], [2, 1])).toBeNull();
  expect(between([2, 1], [3, 2])).toBeNull();
});

test('the older of two that do not know each other is the one to update', () => {
  expect(between([3, 3], [2, 1])).toBe(
    'The server no longer works with this companion. Update this companion.',
  );
  expect(between([1, 1], [3, 2])).toBe(
    'The server is too old for this companion. Ask its administrator to update the server.',
  );
});

test('a program from before 0.1.0 reads that it has to be updated', () => {
  const former = { protocol: 1, oldestProtocol: 1 };
  expect(incompatibility(PROTOCOL, 'this companion', former)).toBe(
    'The server no longer works with this companion. Update this companion.',
  );
  expect(incompatibility(former, 'this companion')).toBe(
    'The server is too old for this companion. Ask its administrator to update the server.',
  );
});
