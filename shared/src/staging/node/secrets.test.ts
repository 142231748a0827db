import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { StageEvent } from '../core/events.ts';
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
  ['basicauth', `https://user:${letters(12)}@internal.corp.io/x`],
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
  ['google', `AIza${letters(35)}`],
  ['openai', `sk-proj-${letters(100)}`],
  ['database connection string', `postgres://app:${letters(14)}@db.corp.io:5432/shop`],
];

async function search(files: Record<string, string>): Promise<StageEvent[]> {
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
  await searchSecrets(folder, hashed, (event) => events.push(event), new AbortController().signal);
  return events;
}

describe('looking for secrets', () => {
  test.for(SAMPLES)(
    'a %s credential is reported with its line, without its value',
    async ([rule, secret]) => {
      const events = await search({
        'app.js': `let a = 1;\nconst key = ${secret.includes('"') ? secret : `"${secret}"`};\n`,
      });
      expect(events).toContainEqual({
        type: 'secret_warning',
        path: 'app.js',
        line: 2,
        what: `${rule} credential`,
      });
      expect(JSON.stringify(events)).not.toContain(secret);
    },
  );

  test.for([
    ['PEM', `-----BEGIN PRIVATE KEY-----\n${letters(64)}\n${letters(64)}\n-----END PRIVATE KEY-----`],
    [
      'an escaped line end',
      String.raw`{"private_key": "-----BEGIN PRIVATE KEY-----\nMIIE` + `${letters(64)}`,
    ],
    ['headers before its body', `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${letters(64)}`],
    ['OpenSSH armour', `-----BEGIN OPENSSH PRIVATE KEY-----\n${letters(70)}`],
  ])('a private key with %s refuses the stage', async ([, key]) => {
    await expect(search({ 'config.json': `first\n${key}` })).rejects.toMatchObject({
      code: 'secret_found',
      message: '“config.json” holds a private key (line 2). Nothing was sent.',
    });
  });

  test.for([
    ['account.json', '{\n  "type": "service_account" }', 2, 'google service account'],
    ['backup/dump.sql', 'CREATE TABLE users ();', 1, 'database dump'],
    ['shop.sql.gz', 'packed', 1, 'database dump'],
  ] as const)('%s is reported', async ([name, text, line, what]) => {
    expect(await search({ [name]: text })).toEqual([{ type: 'secret_warning', path: name, line, what }]);
  });

  test('a crypto library’s mention of the armour is not a key', async () => {
    expect(
      await search({
        'jose.js': 'const head = "-----BEGIN PRIVATE KEY-----"; const tail = "-----END PRIVATE KEY-----";',
      }),
    ).toEqual([]);
  });

  test('pictures and ordinary code are not suspected', async () => {
    const code = 'const render = (props) => h("section", props); // https://example.com/a:b@c\n';
    expect(await search({ 'logo.png': `ghp_${letters(36)}`, 'app.js': code.repeat(50) })).toEqual([]);
  });
});
