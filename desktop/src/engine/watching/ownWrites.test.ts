import { expect, test } from 'vitest';
import { OwnWrites } from './ownWrites.ts';

function build(writes: OwnWrites, from: number, to: number): void {
  writes.buildBegan(from);
  writes.buildEnded(to);
}

test('what changes while nothing is built is news', () => {
  const writes = new OwnWrites();
  expect(writes.isNews('a.css', 10)).toBe(true);
  build(writes, 20, 30);
  expect(writes.isNews('a.css', 31)).toBe(true);
});

test('what two builds in a row write is news once', () => {
  const writes = new OwnWrites();
  build(writes, 10, 20);
  expect(writes.isNews('version.json', 15)).toBe(true);
  build(writes, 30, 40);
  expect(writes.isNews('version.json', 35)).toBe(false);
  build(writes, 50, 60);
  expect(writes.isNews('version.json', 55)).toBe(false);
});

test('a notice that comes after the build still counts as the build’s', () => {
  const writes = new OwnWrites();
  build(writes, 10, 20);
  expect(writes.isNews('version.json', 15)).toBe(true);
  build(writes, 30, 40);
  build(writes, 50, 60);
  expect(writes.isNews('version.json', 35)).toBe(true);
});

test('a file a person edits is news during each build', () => {
  const writes = new OwnWrites();
  writes.isNews('a.css', 5);
  build(writes, 10, 20);
  expect(writes.isNews('a.css', 15)).toBe(true);
  build(writes, 30, 40);
  expect(writes.isNews('a.css', 35)).toBe(true);
});
