import { deflateRawSync } from 'node:zlib';
import { extraField, type ForgedEntry, forgeZip, unicodePath, UTF8, zip64Field } from './forgeZip.ts';

interface HostileZip {
  what: string;
  zip: () => Buffer;
  /** What the error must mention, so that the user finds the entry. */
  says: RegExp;
}

const good: ForgedEntry = { name: 'index.html', data: '<h1>hello</h1>', deflate: true };
const named = (name: string | Buffer): ForgedEntry => ({ name, data: 'x' });
const zeros = (bytes: number) => Buffer.alloc(bytes);
const unixType = (type: number) => (type << 16) >>> 0;

const one = (what: string, entry: ForgedEntry, says: RegExp): HostileZip => ({
  what,
  zip: () => forgeZip([good, entry]),
  says,
});

const badNames: HostileZip[] = [
  one(
    'a path that climbs out',
    named('../../etc/passwd'),
    /“\.\.\/\.\.\/etc\/passwd” has a part named “\.\.”/,
  ),
  one('a path that climbs out from inside', named('a/../../x'), /“a\/\.\.\/\.\.\/x”/),
  one('an absolute path', named('/etc/passwd'), /starts at the root/),
  one('a backslash path that climbs out', named('..\\..\\x'), /has a part named “\.\.”/),
  one('a backslash path that climbs out from inside', named('a\\..\\..\\x'), /has a part named “\.\.”/),
  one('an absolute path with a backslash', named('\\windows\\x'), /starts at the root/),
  one('a drive letter', named('C:/windows/x'), /starts at a drive/),
  one('a drive letter with a backslash', named('C:\\windows\\x'), /starts at a drive/),
  {
    what: 'two separators',
    zip: () => forgeZip([named('a\\b'), named('c/d')]),
    says: /“c\/d” has “\/” between its folders, where an earlier name has “\\”/,
  },
  {
    what: 'one path with two separators',
    zip: () => forgeZip([named('a\\b'), named('a\\b')]),
    says: /is contained twice/,
  },
  one('a NUL in a name', named('a.html\0.png'), /has control or invisible characters/),
  one('a line break in a name', named('a\r\nb'), /has control or invisible characters/),
  one('a name that reads backwards', named('\u202egnp.exe'), /has control or invisible characters/),
  one('a name of 64 kB', named('a'.repeat(65_535)), /is longer than 1024 bytes/),
  one('2,000 folders in each other', named(`${'a/'.repeat(2000)}x`), /is longer than 1024 bytes/),
  one('65 folders in each other', named(`${'a/'.repeat(65)}x`), /is more than 64 folders deep/),
  one(
    'a name that says it is UTF-8 and is not',
    named(Buffer.from([0x61, 0xff, 0xfe])),
    /has a name that is not UTF-8/,
  ),
  one('no name', named(''), /An entry has no name/),
  one('a folder that climbs out', { name: '../x/' }, /has a part named “\.\.”/),
  one('a folder with bytes in it', { name: 'x/', data: 'hidden' }, /“x\/” is larger than stated/),
  one('the same name twice', named('index.html'), /“index\.html” is contained twice/),
  {
    what: 'a file that is also a folder',
    zip: () => forgeZip([named('a'), named('b'), named('a/c')]),
    says: /“a” is both a file and a folder/,
  },
  {
    what: 'a second name in an extra field',
    zip: () => {
      const extra = unicodePath('a.html', 'b.html');
      return forgeZip([{ ...named('a.html'), local: { extra }, central: { extra } }]);
    },
    says: /“a\.html” has two different names/,
  },
  {
    what: 'a second name in an extra field, of another entry',
    zip: () => {
      const extra = unicodePath('other.html', 'b.html');
      return forgeZip([
        { ...named(Buffer.from('\x81.html', 'latin1')), flags: 0, local: { extra }, central: { extra } },
      ]);
    },
    says: /“ü\.html” has two different names/,
  },
];

const badKinds: HostileZip[] = [
  one('a device', { name: 'dev', central: { attributes: unixType(0x21ff) } }, /“dev” is a device/),
  one('a block device', { name: 'dev', central: { attributes: unixType(0x61ff) } }, /“dev” is a device/),
  one('a pipe', { name: 'fifo', central: { attributes: unixType(0x11ff) } }, /“fifo” is a pipe/),
  one('a socket', { name: 'sock', central: { attributes: unixType(0xc1ff) } }, /“sock” is a socket/),
  one(
    'a folder named like a file',
    { name: 'dir', central: { attributes: 0x10 } },
    /is a folder with the name of a file/,
  ),
  one('an encrypted entry', { ...named('secret'), flags: UTF8 | 1 }, /“secret” is encrypted/),
  one('strong encryption', { ...named('secret'), flags: UTF8 | 0x41 }, /“secret” is encrypted/),
  one(
    'masked headers',
    { ...named('secret'), flags: UTF8 | 0x2000 },
    /uses a zip feature that is not supported/,
  ),
  one('patch data', { ...named('patch'), flags: UTF8 | 0x20 }, /uses a zip feature that is not supported/),
  ...[1, 6, 9, 12, 14, 93, 99].map((method) =>
    one(
      `compression method ${method}`,
      { ...named('odd'), local: { method }, central: { method } },
      /“odd” is compressed with method/,
    ),
  ),
];

const mismatches: HostileZip[] = [
  one(
    'a wrong checksum',
    { ...named('x'), local: { crc: 1 }, central: { crc: 1 } },
    /“x” is damaged: its checksum/,
  ),
  one(
    'a wrong checksum of a deflated file',
    { name: 'x', data: 'xyz', deflate: true, local: { crc: 1 }, central: { crc: 1 } },
    /“x” is damaged: its checksum/,
  ),
  one(
    'a different checksum in the directory',
    { ...named('x'), central: { crc: 1 } },
    /“x” is described differently/,
  ),
  one(
    'a different size in the directory',
    { ...named('x'), central: { size: 9 } },
    /“x” is described differently/,
  ),
  one(
    'a different packed size in the directory',
    { ...named('x'), central: { compressedSize: 9 } },
    /“x” is described differently/,
  ),
  one(
    'a different name in the directory',
    { ...named('x'), central: { name: 'y' } },
    /“y” is described differently/,
  ),
  one(
    'a different method in the directory',
    { ...named('x'), central: { method: 8 } },
    /“x” is described differently/,
  ),
  one(
    'different flags in the directory',
    { ...named('x'), central: { flags: 0 } },
    /“x” is described differently/,
  ),
  one(
    'an entry encrypted only in the list',
    { ...named('x'), central: { flags: UTF8 | 1 } },
    /“x” is encrypted/,
  ),
  one(
    'an entry listed elsewhere',
    { ...named('x'), central: { offset: 5 } },
    /“x” is listed at the end but is not where/,
  ),
  one(
    'two entries at one place',
    { ...named('x'), central: { name: 'index.html', offset: 0 } },
    /“index\.html” is listed twice/,
  ),
  one(
    'a part of a split archive',
    { ...named('x'), central: { disk: 1 } },
    /another part of a split archive/,
  ),
  one(
    'a stored file with two sizes',
    { ...named('x'), local: { size: 5 } },
    /“x” is stored, yet gives two different sizes/,
  ),
  one(
    'a deflated file larger than stated',
    { name: 'x', data: 'xyz'.repeat(99), deflate: true, local: { size: 5 }, central: { size: 5 } },
    /“x” is damaged|“x” is larger than stated/,
  ),
  one(
    'a large deflated file larger than stated',
    {
      name: 'x',
      packed: deflateRawSync(zeros(3_000_000)),
      deflate: true,
      local: { size: 2_000_000 },
      central: { size: 2_000_000 },
    },
    /“x” is larger than stated/,
  ),
  one(
    'a deflated file smaller than stated',
    { name: 'x', data: 'xyz', deflate: true, local: { size: 500 }, central: { size: 500 } },
    /“x” does not have the stated size/,
  ),
  one(
    'deflate data that ends early',
    {
      name: 'x',
      data: 'xyz'.repeat(99),
      deflate: true,
      packed: deflateRawSync(Buffer.from('xyz'.repeat(99))).subarray(0, -4),
    },
    /“x” is damaged/,
  ),
  one(
    'deflate data with more after it',
    {
      name: 'x',
      data: 'xyz',
      deflate: true,
      packed: Buffer.concat([deflateRawSync(Buffer.from('xyz')), zeros(9)]),
    },
    /“x” has data after its end/,
  ),
  one(
    'bytes that are not deflate data',
    { name: 'x', data: 'xyz', deflate: true, packed: Buffer.from('this is not deflate') },
    /“x” is damaged: it cannot be decompressed/,
  ),
  one(
    'a wrong descriptor',
    {
      name: 'x',
      data: 'xyz',
      deflate: true,
      descriptor: Buffer.concat([Buffer.from('PK\x07\x08'), zeros(12)]),
    },
    /“x” does not match the size or checksum after it/,
  ),
  one(
    'a descriptor that is missing',
    { name: 'x', data: 'xyz', deflate: true, descriptor: Buffer.alloc(0) },
    /“x” does not match the size or checksum after it/,
  ),
  one(
    'a header that contradicts its descriptor',
    { name: 'x', data: 'xyz', deflate: true, descriptor: 'honest', local: { size: 7 } },
    /“x” does not have the stated size|“x” is larger/,
  ),
  one(
    '64-bit sizes that lie',
    { ...named('x'), local: { size: 0xffffffff, compressedSize: 0xffffffff, extra: zip64Field(7, 7) } },
    /“x” ends before|“x” is damaged|“x” is described/,
  ),
  one(
    '64-bit sizes that contradict the others',
    { ...named('x'), local: { extra: zip64Field(9, 9) } },
    /“x” gives two different sizes/,
  ),
  one(
    '64-bit sizes that are missing',
    { ...named('x'), local: { size: 0xffffffff, compressedSize: 0xffffffff } },
    /“x” lacks its 64-bit sizes/,
  ),
  one(
    '64-bit sizes that are cut short',
    { ...named('x'), local: { size: 0xffffffff, compressedSize: 0xffffffff, extra: zip64Field(1) } },
    /“x” has broken 64-bit sizes/,
  ),
  one(
    '64-bit sizes given twice',
    { ...named('x'), local: { extra: Buffer.concat([zip64Field(1, 1), zip64Field(1, 1)]) } },
    /the same extra field twice/,
  ),
  one(
    'a size beyond counting',
    {
      ...named('x'),
      local: { size: 0xffffffff, compressedSize: 0xffffffff, extra: extraField(1, Buffer.alloc(16, 0xff)) },
    },
    /“x” states an impossible size/,
  ),
  one(
    'an extra field longer than its header',
    { ...named('x'), local: { extra: Buffer.from([9, 9, 99, 0, 1]) } },
    /“x” has a broken extra field/,
  ),
  one('bytes between two entries', { ...named('x'), gap: Buffer.from('hidden') }, /entries and its end/),
];

const badFrames: HostileZip[] = [
  {
    what: 'something that is no zip',
    zip: () => Buffer.from('%PDF-1.7 not a zip at all'),
    says: /not a zip archive/,
  },
  { what: 'nothing at all', zip: () => Buffer.alloc(0), says: /ends before it is complete/ },
  {
    what: 'bytes before its start',
    zip: () => forgeZip([good], { prefix: Buffer.from('#!/bin/sh\n') }),
    says: /not a zip archive/,
  },
  {
    what: 'bytes after its end',
    zip: () => forgeZip([good], { trailing: Buffer.from('more') }),
    says: /data after its end/,
  },
  {
    what: 'a second archive after it',
    zip: () => Buffer.concat([forgeZip([good]), forgeZip([named('evil')])]),
    says: /data after its end/,
  },
  {
    what: 'a second end in its comment',
    zip: () => forgeZip([good], { comment: forgeZip([named('evil')]) }),
    says: /has two end records/,
  },
  {
    what: 'a comment longer than stated',
    zip: () => forgeZip([good], { comment: Buffer.from('x'), trailing: Buffer.from('y') }),
    says: /data after its end/,
  },
  {
    what: 'an entry that is not listed',
    zip: () => forgeZip([good, named('hidden')], { listed: [0] }),
    says: /contains entries that it does not list/,
  },
  {
    what: 'an entry listed twice',
    zip: () => forgeZip([good], { listed: [0, 0] }),
    says: /“index\.html” is listed twice/,
  },
  {
    what: 'no list',
    zip: () => forgeZip([good], { listed: [] }),
    says: /contains entries that it does not list/,
  },
  {
    what: 'a wrong count',
    zip: () => forgeZip([good], { end: { entries: 2 } }),
    says: /end record does not agree/,
  },
  {
    what: 'a wrong place of the list',
    zip: () => forgeZip([good], { end: { directoryOffset: 0 } }),
    says: /end record does not agree/,
  },
  {
    what: 'a wrong length of the list',
    zip: () => forgeZip([good], { end: { directoryBytes: 1 } }),
    says: /end record does not agree/,
  },
  {
    what: 'many disks',
    zip: () => forgeZip([good], { end: { disk: 1 } }),
    says: /end record does not agree/,
  },
  {
    what: 'saturated numbers without a 64-bit end',
    zip: () => forgeZip([good], { end: { entries: 0xffff } }),
    says: /end record does not agree/,
  },
  {
    what: 'a 64-bit end with another count',
    zip: () => forgeZip([good], { end64: { entries: 200_000 } }),
    says: /64-bit end record does not agree/,
  },
  {
    what: 'a 64-bit end with another place',
    zip: () => forgeZip([good], { end64: { directoryOffset: 1 } }),
    says: /64-bit end record does not agree/,
  },
  {
    what: 'a 64-bit end that is elsewhere',
    zip: () => forgeZip([good], { end64: { locator: 1 } }),
    says: /is not where it says/,
  },
  {
    what: 'a signature between list and end',
    zip: () => forgeZip([good], { beforeEnd: Buffer.from('PK\x05\x05\0\0') }),
    says: /data between its entries and its end/,
  },
  ...[10, 35, 60, 80, -30, -1].map((cut) => ({
    what: `an archive cut off at ${cut}`,
    zip: () => forgeZip([good, named('x')]).subarray(0, cut),
    says: /before it is complete/,
  })),
];

const bombs: HostileZip[] = [
  one(
    'a bomb that says how large it is',
    { name: 'bomb', data: zeros(50_000_000), deflate: true },
    /“bomb” unpacks to more than 100 times/,
  ),
  one(
    'a bomb that does not say',
    { name: 'bomb', data: zeros(50_000_000), deflate: true, descriptor: 'honest' },
    /“bomb” unpacks to more than 100 times/,
  ),
  {
    what: 'a bomb of many parts',
    zip: () =>
      forgeZip(
        Array.from({ length: 20 }, (_part, at) => ({ name: `${at}`, data: zeros(2_000_000), deflate: true })),
      ),
    says: /“5” unpacks to more than 100 times/,
  },
  one(
    '4 GB that are not there',
    {
      name: 'huge',
      data: 'x',
      deflate: true,
      local: { size: 4_000_000_000 },
      central: { size: 4_000_000_000 },
    },
    /too large/,
  ),
  {
    what: '10,001 files',
    zip: () => forgeZip(Array.from({ length: 10_001 }, (_file, at) => named(`f${at}`))),
    says: /more than 10000 files/,
  },
  {
    what: '200,000 folders',
    zip: () => forgeZip(Array.from({ length: 200_000 }, (_folder, at) => ({ name: `d${at}/` }))),
    says: /more than 30000 entries/,
  },
];

/** Archives of a few hundred bytes, apart from one name of 64 kB. */
export const SMALL_HOSTILE_ZIPS = [...badNames, ...badKinds, ...mismatches, ...badFrames];

/** Every known way to make an archive that must be rejected. */
export const HOSTILE_ZIPS = [...SMALL_HOSTILE_ZIPS, ...bombs];
