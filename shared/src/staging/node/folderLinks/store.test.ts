import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../testing/folders.ts';
import { FolderLinks } from './store.ts';

const OWNER = { server: 'https://stage.example.com', uid: 'ada' };
const link = (snapshotId: string) => ({ snapshotId, url: `${OWNER.server}/s/${snapshotId}` });

test('a folder has one record, through whatever path it is named', async () => {
  const data = folderWith({});
  const folder = folderWith({ 'shop/index.html': '' });
  symlinkSync(path.join(folder, 'shop'), path.join(folder, 'alias'));
  const record = new FolderLinks(data).of({ ...OWNER, folder: path.join(folder, 'alias') });
  await record.setLink(link('one'));
  expect(new FolderLinks(data).of({ ...OWNER, folder: path.join(folder, 'shop') }).read().link).toEqual(
    link('one'),
  );
});

test('users and servers have separate links for a folder', async () => {
  const links = new FolderLinks(folderWith({}));
  const place = { ...OWNER, folder: folderWith({}) };
  await links.of(place).setLink(link('one'));
  expect(links.of({ ...place, uid: 'bob' }).read().link).toBeNull();
  expect(links.of({ ...place, server: 'https://other.example.com' }).read().link).toBeNull();
});

test('changes of several programs at once are all kept', async () => {
  const data = folderWith({});
  const place = { ...OWNER, folder: folderWith({}) };
  await Promise.all(
    Array.from({ length: 20 }, () =>
      new FolderLinks(data).of(place).change((record) => ({ ...record, linkedAt: record.linkedAt + 1 })),
    ),
  );
  expect(new FolderLinks(data).of(place).read().linkedAt).toBe(20);
});

test('folders are listed with the newest link first, without those that have none', async () => {
  const links = new FolderLinks(folderWith({}));
  const [one, two, three] = [folderWith({}), folderWith({}), folderWith({})];
  await links.of({ ...OWNER, folder: one }).bringOver(link('one'), 1);
  await links.of({ ...OWNER, folder: two }).bringOver(link('two'), 2);
  await links.of({ ...OWNER, folder: three }).setLink(null);
  expect(links.all(OWNER).map(({ folder }) => folder)).toEqual([two, one]);
  expect(links.all({ ...OWNER, uid: 'bob' })).toEqual([]);
  expect(new FolderLinks(folderWith({})).all(OWNER)).toEqual([]);
});

test('a former store is taken over once: what is stored here later counts', async () => {
  const record = new FolderLinks(folderWith({})).of({ ...OWNER, folder: folderWith({}) });
  await record.bringOver(link('former'), 1000);
  expect(record.read().link).toEqual(link('former'));
  await record.setLink(null);
  await record.bringOver(link('former'), 1000);
  expect(record.read().link).toBeNull();
});

test('a damaged record is like none, and is written anew', async () => {
  const data = folderWith({});
  const record = new FolderLinks(data).of({ ...OWNER, folder: folderWith({}) });
  await record.setLink(link('one'));
  const [name = ''] = readdirSync(path.join(data, 'links'));
  for (const text of ['', '{', 'null', '{"link":1}']) {
    writeFileSync(path.join(data, 'links', name), text);
    expect(record.read().link).toBeNull();
  }
  await record.setLink(link('two'));
  expect(record.read().link).toEqual(link('two'));
});

test('a lock that a killed program left behind ends by itself', async () => {
  const data = folderWith({});
  const record = new FolderLinks(data).of({ ...OWNER, folder: folderWith({}) });
  await record.setLink(link('one'));
  const [name = ''] = readdirSync(path.join(data, 'links'));
  mkdirSync(path.join(data, 'links', `${name}.lock`));
  await record.setLink(link('two'));
  expect(record.read().link).toEqual(link('two'));
}, 20_000);

test('a folder’s key is the same in every program, and another for each folder, user, server and computer', async () => {
  const [data, folder] = [folderWith({}), folderWith({})];
  const keyOf = (more = {}, computer = data) =>
    new FolderLinks(computer).of({ ...OWNER, folder, ...more }).key();
  const keys = await Promise.all(Array.from({ length: 5 }, () => keyOf()));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  const others = await Promise.all([
    keyOf({ folder: folderWith({}) }),
    keyOf({ uid: 'bob' }),
    keyOf({ server: 'https://other.example.com' }),
    keyOf({}, folderWith({})),
  ]);
  expect(new Set([...keys, ...others]).size).toBe(5);
});

test.skipIf(process.platform === 'win32')('other users of the computer can read neither', async () => {
  const data = path.join(folderWith({}), 'data');
  const record = new FolderLinks(data).of({ ...OWNER, folder: folderWith({}) });
  await record.setLink(link('one'));
  await record.key();
  const [name = ''] = readdirSync(path.join(data, 'links'));
  const modes = ['links', `links/${name}`, 'computer.key'].map(
    (file) => statSync(path.join(data, file)).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o600, 0o600]);
});
