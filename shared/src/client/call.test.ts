import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../contracts/endpoint.ts';
import { createClient } from './call.ts';

const ROWS = 100;

const listNumbers = endpoint({
  method: 'GET',
  path: '/api/numbers',
  summary: 'List numbers.',
  auth: 'public',
  tokenScope: 'none',
  input: z.strictObject({}),
  reply: z.object({ total: z.int(), numbers: z.array(z.int()) }),
  rows: 'numbers',
});

const numbers: unknown[] = Array.from({ length: ROWS }, (_, at) => at);

const sendRows = (rows: unknown[]) => async () => ({
  status: 200,
  text: JSON.stringify({ total: rows.length, numbers: rows }),
});

describe('reply with a long list', () => {
  it('is parsed in slices, with a pause between, and is whole', async () => {
    const pause = vi.fn(async () => {});
    const reply = await createClient(sendRows(numbers), pause)(listNumbers, {});
    expect(reply).toEqual({ total: ROWS, numbers });
    expect(pause).toHaveBeenCalledTimes(2);
  });

  it('is refused for a wrong row at its end', async () => {
    const send = sendRows([...numbers, 'not a number']);
    const call = createClient(send, async () => {});
    await expect(call(listNumbers, {})).rejects.toMatchObject({ isForeign: true });
  });

  it('is parsed at once when it is short, and without a pause', async () => {
    const pause = vi.fn(async () => {});
    await createClient(sendRows([1, 2]), pause)(listNumbers, {});
    expect(pause).not.toHaveBeenCalled();
    expect(await createClient(sendRows(numbers))(listNumbers, {})).toEqual({ total: ROWS, numbers });
  });

  it.each([{ total: 0 }, null, []])('is refused without the list: %j', async (body) => {
    const send = async () => ({ status: 200, text: JSON.stringify(body) });
    const call = createClient(send, async () => {});
    await expect(call(listNumbers, {})).rejects.toMatchObject({ isForeign: true });
  });
});
