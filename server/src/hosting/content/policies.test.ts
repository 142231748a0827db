import { describe, expect, test } from 'vitest';
import { admitInDocument, admitScripts } from './policies.ts';

const OURS = 'https://label.example/__stagelink/';

describe('a policy lets our scripts in and keeps everything else', () => {
  test.each([
    ['a nonce', "default-src 'self'; script-src 'nonce-r4nd0m'", `script-src 'nonce-r4nd0m' ${OURS}`],
    ['a hash', "script-src 'sha256-x='; img-src *", `script-src 'sha256-x=' ${OURS}`],
    ['no script', "script-src 'none'", `script-src ${OURS}`],
    ['nothing', "default-src 'none'; style-src 'unsafe-inline'", `script-src ${OURS}`],
    ['inline scripts', "script-src 'unsafe-inline'", `script-src 'unsafe-inline' ${OURS}`],
    [
      'elements of their own',
      "script-src 'self'; script-src-elem 'nonce-a'",
      `script-src-elem 'nonce-a' ${OURS}`,
    ],
    ['capitals', "Script-Src 'NONE'", `script-src ${OURS}`],
  ])('%s', (_, policy, first) => {
    expect(admitScripts(policy, OURS)).toBe(`${first}; ${policy}`);
  });

  test.each([
    "script-src 'self'",
    'default-src *',
    "script-src 'strict-dynamic' 'nonce-a'",
    "style-src 'self'",
    '',
  ])('%s needs no change', (policy) => {
    expect(admitScripts(policy, OURS)).toBe(policy);
  });
});

describe('in a document', () => {
  const meta = (policy: string) => `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const NONE = meta("default-src 'none'");
  const OPEN = meta(`script-src ${OURS}; default-src 'none'`);

  test('every policy of the head is changed, also after scripts and styles and without a head tag', () => {
    const html = `<!doctype html><title>a<b</title><script>"<p>"</script><style>p{}</style>${NONE}\n${NONE}<p>`;
    expect(admitInDocument(html, OURS)).toBe(html.replaceAll(NONE, OPEN));
  });

  test('what browsers do not follow stays: in the body, in a template, in a comment, in a script', () => {
    for (const html of [
      `<head></head><body>${NONE}`,
      `<p>${NONE}`,
      `<template>${NONE}</template>`,
      `<!-- ${NONE} -->`,
      `<script>${NONE}</script>`,
      `<noscript>${NONE}</noscript>`,
    ])
      expect(admitInDocument(html, OURS)).toBe(html);
  });

  test('quotes and entities in a policy stay what they are', () => {
    const html = `<meta content='script-src "x" &amp;' http-equiv=content-security-policy>`;
    expect(admitInDocument(html, OURS)).toBe(
      `<meta content="script-src &quot;x&quot; &amp; ${OURS}; script-src &quot;x&quot; &amp;" http-equiv=content-security-policy>`,
    );
  });
});
