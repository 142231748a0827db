import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArchiveError } from '@stagelink/shared/staging/node/archive/errors';
import { type ForgedEntry, forgeZip, unicodePath, zip64Field } from '../../testing/forgeZip.ts';
import { HOSTILE_ZIPS, SMALL_HOSTILE_ZIPS } from '../../testing/hostileZips.ts';
import { readZip, type ZipLimits } from '@stagelink/shared/staging/node/archive/readZip';

const LIMITS: ZipLimits = {
  files: 10_000,
  entries: 30_000,
  bytes: 100_000_000,
  tooLarge: 'The archive is too large.',
  ratio: 100,
};

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Reads an archive that arrives in chunks of this size. Returns contents by path. */
async function unzip(
  bytes: Buffer,
  { piece = 64 * 1024, limits = LIMITS } = {},
): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for await (const { path, body } of readZip(pieces(bytes, piece), limits)) {
    const parts: Buffer[] = [];
    for await (const part of body) parts.push(part);
    files.set(path, Buffer.concat(parts));
  }
  return files;
}

const text = 'Lorem ipsum dolor sit amet. '.repeat(40);

describe('a hostile archive is rejected with a message about the entry', () => {
  test.each(HOSTILE_ZIPS)('$what', async ({ zip, says }) => {
    const refusal = await unzip(zip()).then(
      () => new Error('it was accepted'),
      (cause: unknown) => cause,
    );
    expect(refusal).toBeInstanceOf(ArchiveError);
    expect((refusal as ArchiveError).message).toMatch(says);
    expect(['invalid_archive', 'too_large']).toContain((refusal as ArchiveError).code);
  });

  test.each(SMALL_HOSTILE_ZIPS)('$what, arriving byte by byte', async ({ zip }) => {
    await expect(unzip(zip(), { piece: 1 })).rejects.toBeInstanceOf(ArchiveError);
  });
});

describe('a valid archive is read byte for byte', () => {
  const deflated: ForgedEntry = { name: 'a.txt', data: text, deflate: true };
  const stored: ForgedEntry = { name: 'b.txt', data: text };
  const wide = { size: 0xffffffff, compressedSize: 0xffffffff, extra: zip64Field(text.length, text.length) };

  test.each<[string, ForgedEntry[]]>([
    ['deflated', [deflated]],
    ['stored', [stored]],
    ['deflated with a descriptor', [{ ...deflated, descriptor: 'honest' }]],
    ['deflated with a 64-bit descriptor', [{ ...deflated, descriptor: 'wide' }]],
    ['deflated with a bare descriptor', [{ ...deflated, descriptor: 'bare' }]],
    [
      'stored with a descriptor',
      [
        { ...stored, descriptor: 'honest' },
        { ...deflated, descriptor: 'honest' },
      ],
    ],
    [
      'stored with a descriptor, holding another archive',
      [{ ...stored, data: forgeZip([{ ...stored, descriptor: 'honest' }]), descriptor: 'honest' }],
    ],
    ['64-bit', [{ ...stored, local: wide, central: wide }]],
    [
      'with folders',
      [
        { name: 'd/' },
        { ...stored, name: 'd/b.txt' },
        { name: 'empty/', central: { attributes: 0x41ed0010 } },
      ],
    ],
    ['with Unicode names without the flag', [{ ...stored, name: 'ünï/日本.txt', flags: 0 }]],
    [
      'with the same name in an extra field',
      [
        {
          ...stored,
          local: { extra: unicodePath('b.txt', 'b.txt') },
          central: { extra: unicodePath('b.txt', 'b.txt') },
        },
      ],
    ],
    [
      'with empty files',
      [
        { name: 'e' },
        { name: 'f', deflate: true },
        { name: 'g', deflate: true, descriptor: 'honest' },
        { name: 'h', descriptor: 'honest' },
      ],
    ],
    ['with Unix modes', [{ ...stored, central: { attributes: (0o100644 << 16) >>> 0 } }]],
    ['listed in another order', [stored, deflated]],
  ])('%s', async (what, entries) => {
    const zip = forgeZip(entries, what === 'listed in another order' ? { listed: [1, 0] } : {});
    const expected = entries
      .filter(({ name }) => !String(name).endsWith('/'))
      .map(({ name, data = '' }) => [name, Buffer.from(data)]);
    for (const piece of [1, 7, 64 * 1024]) {
      expect([...(await unzip(zip, { piece }))]).toEqual(expected);
    }
  });

  test('with a 64-bit end, saturated or not, and a comment', async () => {
    const saturated = { entries: 0xffff, directoryOffset: 0xffffffff, directoryBytes: 0xffffffff };
    for (const end of [{}, saturated]) {
      const zip = forgeZip([{ name: 'a', data: 'x' }], {
        end64: {},
        end,
        comment: Buffer.from('made by hand'),
      });
      expect([...(await unzip(zip)).keys()]).toEqual(['a']);
    }
  });

  test('whose files are skipped but verified', async () => {
    const paths: string[] = [];
    for await (const { path } of readZip(pieces(forgeZip([deflatedLarge(), stored]), 1000), LIMITS))
      paths.push(path);
    expect(paths).toEqual(['large.txt', 'b.txt']);

    const damaged = forgeZip([{ ...stored, local: { crc: 1 }, central: { crc: 1 } }]);
    const skim = async () => {
      for await (const file of readZip(pieces(damaged, 1000), LIMITS)) expect(file.path).toBe('b.txt');
    };
    await expect(skim()).rejects.toThrow('checksum');
  });

  function deflatedLarge(): ForgedEntry {
    return {
      name: 'large.txt',
      data: Array.from({ length: 60_000 }, (_line, at) => `line ${at}`).join('\n'),
      deflate: true,
    };
  }

  test('with no files at all', async () => {
    expect((await unzip(forgeZip([]))).size).toBe(0);
  });

  test('of 1,500 files in 95 MB', async () => {
    const block = createHash('shake256', { outputLength: 64_000 }).update('noise').digest();
    const zip = forgeZip(
      Array.from({ length: 1500 }, (_file, at) => ({
        name: `assets/${at}.bin`,
        data: block,
        deflate: at % 2 === 0,
      })),
    );
    expect((await unzip(zip)).size).toBe(1500);
  });
});

describe('a zip of every common program is read', () => {
  const page = { data: text, deflate: true };
  const oem = Buffer.from('\x81ber.html', 'latin1');

  test.each<[string, ForgedEntry[], string[]]>([
    ['Explorer on a German Windows', [{ ...page, name: oem, flags: 0 }], ['über.html']],
    [
      'Info-ZIP and WinRAR, with the name once more as UTF-8',
      [
        {
          ...page,
          name: oem,
          flags: 0,
          local: { extra: unicodePath(oem, '\u00fcber \u4e00.html') },
          central: { extra: unicodePath(oem, '\u00fcber \u4e00.html') },
        },
      ],
      ['über \u4e00.html'],
    ],
    [
      'PowerShell 5',
      [
        { ...page, name: 'index.html' },
        { ...page, name: 'css\\a.css' },
        { name: 'empty\\', central: { attributes: 0x10 } },
      ],
      ['index.html', 'css/a.css'],
    ],
    [
      'tar -a',
      [{ name: './' }, { ...page, name: './index.html' }, { ...page, name: './css/a.css' }],
      ['index.html', 'css/a.css'],
    ],
  ])('%s', async (_what, entries, paths) => {
    for (const piece of [1, 64 * 1024]) {
      expect([...(await unzip(forgeZip(entries), { piece })).keys()]).toEqual(paths);
    }
  });

  test('zip -y, whose links are reported', async () => {
    const links: string[] = [];
    const link = { name: 'now', data: 'v2/index.html', central: { attributes: (0o120777 << 16) >>> 0 } };
    const limits = { ...LIMITS, onLink: (path: string) => void links.push(path) };
    await unzip(forgeZip([{ ...page, name: 'v2/index.html' }, link]), { limits });
    expect(links).toEqual(['now']);
    await expect(unzip(forgeZip([link]))).rejects.toThrow('“now” is a symbolic link');
  });
});

describe('limits', () => {
  test('a required size must match', async () => {
    const limits = { ...LIMITS, sizeOf: () => 3 };
    const stated = forgeZip([{ name: 'x', data: 'four' }]);
    await expect(unzip(stated, { limits })).rejects.toMatchObject({ code: 'hash_mismatch' });
    const unstated = forgeZip([{ name: 'x', data: 'four', deflate: true, descriptor: 'honest' }]);
    await expect(unzip(unstated, { limits })).rejects.toThrow('“x” is larger than stated');
  });

  test('bytes are counted over all files, announced or not', async () => {
    const limits = { ...LIMITS, bytes: 100 };
    for (const more of [{}, { deflate: true }, { deflate: true, descriptor: 'honest' }] as const) {
      const zip = forgeZip([
        { name: 'a', data: 'x'.repeat(60), ...more },
        { name: 'b', data: 'x'.repeat(60), ...more },
      ]);
      await expect(unzip(zip, { limits })).rejects.toMatchObject({ code: 'too_large' });
    }
  });
});

test('an error of the source is rethrown and the source is closed', async () => {
  let isClosed = false;
  async function* broken() {
    try {
      yield forgeZip([{ name: 'a', data: text }]).subarray(0, 100);
      throw new Error('the line went dead');
    } finally {
      isClosed = true;
    }
  }
  const read = async () => {
    for await (const { body } of readZip(broken(), LIMITS)) for await (const part of body) void part;
  };
  await expect(read()).rejects.toThrow('the line went dead');
  expect(isClosed).toBe(true);
});

describe('a modified archive', () => {
  const entries: ForgedEntry[] = [
    { name: 'index.html', data: text, deflate: true },
    { name: 'assets/', central: { attributes: 0x10 } },
    { name: 'assets/app.js', data: text.slice(3), deflate: true, descriptor: 'honest' },
    { name: 'assets/raw.bin', data: text.slice(5) },
  ];
  const good = forgeZip(entries, { comment: Buffer.from('comment'), end64: {} });
  const contents = new Set(entries.map(({ data = '' }) => String(data)));

  const mutation = fc.oneof(
    fc.record({
      kind: fc.constant('flip' as const),
      at: fc.nat(good.length - 1),
      with: fc.integer({ min: 1, max: 255 }),
    }),
    fc.record({
      kind: fc.constant('cut' as const),
      at: fc.nat(good.length - 1),
      with: fc.integer({ min: 1, max: 60 }),
    }),
    fc.record({
      kind: fc.constant('repeat' as const),
      at: fc.nat(good.length - 1),
      with: fc.integer({ min: 1, max: 60 }),
    }),
    fc.record({ kind: fc.constant('end' as const), at: fc.nat(good.length - 1), with: fc.constant(0) }),
  );
  type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never;

  function mutate(bytes: Buffer, { kind, at, with: by }: Mutation): Buffer {
    const place = Math.min(at, bytes.length);
    if (kind === 'end') return bytes.subarray(0, place);
    if (kind === 'cut') return Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + by)]);
    if (kind === 'repeat') return Buffer.concat([bytes.subarray(0, place + by), bytes.subarray(place)]);
    const copy = Buffer.from(bytes);
    copy[place] = (copy[place] ?? 0) ^ by;
    return copy;
  }

  test('is rejected with a message, or its content is unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 4000 }),
        async (steps, piece) => {
          const outcome = await unzip(steps.reduce(mutate, good), { piece }).then(
            (files) => [...files.values()].every((content) => contents.has(String(content))),
            (cause: unknown) => cause instanceof ArchiveError,
          );
          expect(outcome).toBe(true);
        },
      ),
      { numRuns: 600 },
    );
  });
});
