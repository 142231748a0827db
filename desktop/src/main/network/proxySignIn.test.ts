import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Vault } from '../auth/vault.ts';
import { jsonFile } from '../jsonFile.ts';
import { type Credentials, ProxyCredentials, StoredProxies } from './proxyCredentials.ts';
import { ProxySignIn } from './proxySignIn.ts';

const PROXY = 'proxy.example.com:8080';
const ADA = { username: 'ada', password: 'correct horse' };

const vault = (isAvailable = true): Vault => ({
  isAvailable: async () => isAvailable,
  seal: async (secret) => Buffer.from([...secret].toReversed().join('')),
  open: async (sealed) => [...sealed.toString()].toReversed().join(''),
});

/** A user who enters these credentials one after the other, then cancels. */
function setting(entries: readonly Credentials[] = [], keyring = vault()) {
  const stored = path.join(mkdtempSync(path.join(tmpdir(), 'proxies-')), 'proxies.json');
  const left = [...entries];
  const questions: boolean[] = [];
  const open = (): ProxySignIn =>
    new ProxySignIn({
      credentials: new ProxyCredentials({ file: jsonFile(stored, StoredProxies, {}), vault: keyring }),
      ask: async (_proxy, isRefused) => {
        questions.push(isRefused);
        return left.shift() ?? null;
      },
    });
  return { open, questions, file: stored };
}

test('what the user entered is given to later requests, and after a restart', async () => {
  const { open, questions } = setting([ADA]);
  const signIn = open();
  expect(await signIn.answer(PROXY, {})).toEqual(ADA);
  expect(await signIn.answer(PROXY, {})).toEqual(ADA);
  expect(await open().answer(PROXY, {})).toEqual(ADA);
  expect(questions).toEqual([false]);
});

test('the file contains no password, and without secure storage nothing at all', async () => {
  const sealed = setting([ADA]);
  await sealed.open().answer(PROXY, {});
  expect(readFileSync(sealed.file, 'utf8')).toContain(PROXY);
  expect(readFileSync(sealed.file, 'utf8')).not.toContain(ADA.password);

  const open = setting([ADA], vault(false));
  const signIn = open.open();
  await signIn.answer(PROXY, {});
  expect(await signIn.known(PROXY)).toEqual(ADA);
  expect(await open.open().known(PROXY)).toBeNull();
});

test('credentials that the proxy refuses are questions for again, and are not kept', async () => {
  const wrong = { username: 'ada', password: 'wrong' };
  const { open, questions } = setting([wrong, ADA]);
  const signIn = open();
  const request = {};
  expect(await signIn.answer(PROXY, request)).toEqual(wrong);
  expect(await signIn.answer(PROXY, request)).toEqual(ADA);
  expect(questions).toEqual([false, true]);
  // Another request that was given the refused ones gets the new ones without a question.
  expect(await signIn.answer(PROXY, {})).toEqual(ADA);
  expect(await open().known(PROXY)).toEqual(ADA);
});

test('requests at the same time share one question, and each entry is announced', async () => {
  const { open, questions } = setting([ADA]);
  const signIn = open();
  let entered = 0;
  signIn.onEntered(() => (entered += 1));
  expect(await Promise.all([signIn.answer(PROXY, {}), signIn.answer(PROXY, {})])).toEqual([ADA, ADA]);
  expect([questions.length, entered]).toEqual([1, 1]);
});

test('after Cancel the user is questions only when they try again', async () => {
  const { open, questions } = setting();
  const signIn = open();
  expect(await signIn.answer(PROXY, {})).toBeNull();
  expect(await signIn.answer(PROXY, {})).toBeNull();
  expect(questions.length).toBe(1);
  signIn.retry();
  expect(await signIn.answer(PROXY, {})).toBeNull();
  expect(questions.length).toBe(2);
});
