import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { StageEvent } from '../core/events.ts';
import type { FoundSecret } from '../../contracts/secrets.ts';
import type { HashedFile } from './manifest.ts';
import { searchSecrets } from './secrets.ts';
import { folderWith } from './testing/folders.ts';

/** Generated, so that no scanner reports this file. */
const letters = (length: number): string => 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'.repeat(8).slice(0, length);
const digits = (length: number): string => '1234567890'.repeat(4).slice(0, length);
const hex = (length: number): string => '0f1e2d3c4b5a6978'.repeat(4).slice(0, length);

/** One for each rule that recognizes a secret by its format. */
const SAMPLES: [string, string][] = [
  ['aws', `AWS_SECRET_ACCESS_KEY="${letters(40)}"`],
  ['npm', `npm_${letters(36)}`],
  ['slack', `xoxb-${digits(11)}-${digits(12)}-${letters(24)}`],
  ['openai', `sk-proj-${letters(58)}T3BlbkFJ${letters(58)}`],
  ['anthropic', `sk-ant-api03-${letters(93)}AA`],
  ['groq', `gsk_${letters(52)}`],
  ['huggingface', `hf_${'abCDefGHijKLmnOPqrSTuvWXyzABcdEFgh'}`],
  ['linear', `lin_api_${letters(40)}`],
  ['notion', `ntn_${digits(11)}${letters(35)}`],
  ['sendgrid', `SG.${letters(22)}.${letters(43)}`],
  ['shopify', `shpat_${letters(32)}`],
  ['stripe', `sk_live_${letters(24)}`],
  ['github', `ghp_${letters(36)}`],
  ['gitlab', `glpat-${letters(20)}`],
  ['grafana', `glsa_${letters(32)}_${hex(8)}`],
  ['vercel', `vcp_${letters(24)}`],
  ['databricks', `dapi${hex(32)}`],
  ['docker', `dckr_pat_${letters(27)}`],
  ['figma', `figd_${letters(40)}`],
  ['cloudflare', `cfut_${letters(40)}${hex(8)}`],
  ['tailscale', `tskey-auth-${letters(17)}-${letters(32)}`],
  ['hashicorp vault', `hvs.${letters(95)}`],
  ['openai', `sk-proj-${letters(100)}`],
];

/** Keys that their makers print into pages. */
const FOR_BROWSERS: [string, string][] = [
  ['Google', `AIza${letters(35)}`],
  ['Stripe publishable', `pk_live_${letters(24)}`],
  ['Mapbox public', `pk.${letters(60)}.${letters(22)}`],
  ['PostHog', `phc_${letters(43)}`],
  ['Sentry', `https://${hex(32)}@o450.ingest.sentry.io/4505`],
  ['Supabase anon', `eyJhbGciOiJIUzI1NiJ9.${letters(120)}.${letters(43)}`],
  ['AWS access key id', `AKIA${'ABCDEFGHIJKLMNOP'}`],
];

interface Search {
  secrets: FoundSecret[];
  events: StageEvent[];
}

async function search(files: Record<string, string>): Promise<Search> {
  const folder = folderWith(files);
  const events: StageEvent[] = [];
  const hashed: HashedFile[] = Object.keys(files).map((name) => ({
    path: name,
    size: readFileSync(path.join(folder, name)).length,
    sha256: '',
    mtimeMs: 0,
    ctimeMs: 0,
    ino: 0,
  }));
  const { signal } = new AbortController();
  const secrets = await searchSecrets(folder, hashed, (event) => events.push(event), signal);
  return { secrets, events };
}

describe('looking for secrets', () => {
  test.for(SAMPLES)('a %s credential is found with its line, without its value', async ([rule, secret]) => {
    const { secrets } = await search({
      'app.js': `let a = 1;\nconst key = ${secret.includes('"') ? secret : `"${secret}"`};\n`,
    });
    expect(secrets).toContainEqual({ path: 'app.js', line: 2, what: `${rule} credential` });
    expect(JSON.stringify(secrets)).not.toContain(secret);
  });

  test.for(FOR_BROWSERS)('a key that %s makes for browsers is no finding', async ([, key]) => {
    const found = await search({ 'app.js': `const keys = { awsSecretAccessKey: null, key: "${key}" };` });
    expect(found).toEqual({ secrets: [], events: [] });
  });

  test.for([
    ['PEM', `-----BEGIN PRIVATE KEY-----\n${letters(64)}\n${letters(64)}\n-----END PRIVATE KEY-----`],
    [
      'an escaped line end',
      String.raw`{"private_key": "-----BEGIN PRIVATE KEY-----\nMIIE` + `${letters(64)}`,
    ],
    ['headers before its body', `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${letters(64)}`],
    ['OpenSSH armour', `-----BEGIN OPENSSH PRIVATE KEY-----\n${letters(70)}`],
  ])('a private key with %s is found', async ([, key]) => {
    const { secrets } = await search({ 'config.json': `first\n${key}` });
    expect(secrets).toEqual([{ path: 'config.json', line: 2, what: 'private key' }]);
  });

  test('a service account of Google is found', async () => {
    const { secrets } = await search({ 'account.json': '{\n  "type": "service_account" }' });
    expect(secrets).toEqual([{ path: 'account.json', line: 2, what: 'google service account' }]);
  });

  test.for([
    ['backup/dump.sql', 'CREATE TABLE users ();', 'database dump'],
    ['app.js', `"https://user:${letters(12)}@internal.corp.io/x"`, 'basicauth credential'],
    [
      'db.js',
      `"postgres://app:${letters(14)}@db.corp.io:5432/shop"`,
      'database connection string credential',
    ],
  ] as const)('%s may be meant for everyone, so it is a warning', async ([name, text, what]) => {
    const { secrets, events } = await search({ [name]: text });
    expect(secrets).toEqual([]);
    expect(events).toEqual([{ type: 'secret_warning', path: name, line: 1, what }]);
  });

  test('archives and long texts are named, because they are not searched', async () => {
    const { events } = await search({
      'all.zip': 'packed',
      'big.js': 'x'.repeat(4 * 1024 * 1024 + 1),
      'app.js': 'x',
      'film.mp4': 'x',
    });
    expect(events).toEqual([{ type: 'not_searched', files: 2, first: ['all.zip', 'big.js'] }]);
  });

  test('a crypto library’s mention of the armour is not a key', async () => {
    const code = 'const head = "-----BEGIN PRIVATE KEY-----"; const tail = "-----END PRIVATE KEY-----";';
    expect((await search({ 'jose.js': code })).secrets).toEqual([]);
  });

  test('what looks like the headers of a key for ever is searched once', async () => {
    const hostile = `-----BEGIN PRIVATE KEY-----\n${'A: '.repeat(200_000)}`;
    expect((await search({ 'a.js': hostile })).secrets).toEqual([]);
  });

  test('pictures and ordinary code are not suspected', async () => {
    const code = 'const render = (props) => h("section", props); // https://example.com/a:b@c\n';
    const found = await search({ 'logo.png': `ghp_${letters(36)}`, 'app.js': code.repeat(50) });
    expect(found).toEqual({ secrets: [], events: [] });
  });
});
