import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

// Every entry has the same date, so that the same sources make the same package.
const JANUARY_1980 = 0x21;
const DEFLATED = 8;

/** @param {string} folder @returns {string[]} paths below it, with `/` */
function filesIn(folder, below = '') {
  return readdirSync(path.join(folder, below))
    .sort()
    .flatMap((name) => {
      const file = below === '' ? name : `${below}/${name}`;
      return statSync(path.join(folder, file)).isDirectory() ? filesIn(folder, file) : [file];
    });
}

/** @param {number} size @param {(view: Buffer) => void} fill */
function record(size, fill) {
  const bytes = Buffer.alloc(size);
  fill(bytes);
  return bytes;
}

/** Writes a zip of a folder (PKWARE APPNOTE 6.3). @param {string} folder @param {string} target */
export function zipFolder(folder, target) {
  const parts = [];
  const directory = [];
  let offset = 0;
  const files = filesIn(folder);
  for (const file of files) {
    const content = readFileSync(path.join(folder, file));
    const packed = deflateRawSync(content, { level: 9 });
    const name = Buffer.from(file);
    const about = record(26, (at) => {
      at.writeUInt16LE(20, 0);
      at.writeUInt16LE(DEFLATED, 4);
      at.writeUInt16LE(JANUARY_1980, 8);
      at.writeUInt32LE(crc32(content), 10);
      at.writeUInt32LE(packed.length, 14);
      at.writeUInt32LE(content.length, 18);
      at.writeUInt16LE(name.length, 22);
    });
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), about, name, packed]);
    const start = offset;
    const end = record(14, (at) => at.writeUInt32LE(start, 10));
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), about, end, name]));
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = record(18, (at) => {
    at.writeUInt16LE(files.length, 4);
    at.writeUInt16LE(files.length, 6);
    at.writeUInt32LE(listed.length, 8);
    at.writeUInt32LE(offset, 12);
  });
  writeFileSync(target, Buffer.concat([...parts, listed, Buffer.from('PK\u0005\u0006'), end]));
}
