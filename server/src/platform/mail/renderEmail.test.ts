import { expect, test } from 'vitest';
import { renderEmail } from './renderEmail.ts';

const evil = `"><img src=x onerror=alert(1)>'&`;

test("users' text is escaped", () => {
  const { html } = renderEmail({
    subject: evil,
    greeting: evil,
    paragraphs: [evil],
    details: [{ label: evil, value: evil }],
    action: { label: evil, url: `https://example.com/?q=${evil}` },
    footer: evil,
  });
  expect(html).not.toContain('<img');
  expect(html.match(/&quot;&gt;&lt;img src=x onerror=alert\(1\)&gt;&#39;&amp;/g)?.length).toBeGreaterThan(7);
});

test('the text part has the same content as the HTML', () => {
  const { text } = renderEmail({
    subject: 'A review',
    greeting: 'Hello Ada,',
    paragraphs: ['First.', 'Second.'],
    details: [
      { label: 'Snapshot', value: 'Harbour' },
      { label: 'Deadline', value: 'Friday' },
    ],
    action: { label: 'Open the snapshot', url: 'https://example.com/s/1' },
    footer: 'Ada asked you.',
  });
  expect(text).toBe(
    'Hello Ada,\n\nFirst.\n\nSecond.\n\nSnapshot: Harbour\nDeadline: Friday\n\n' +
      'Open the snapshot:\nhttps://example.com/s/1\n\n-- \nStagelink\nAda asked you.\n',
  );
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])(
  'a button cannot open %s',
  (url) => {
    const action = { label: 'x', url };
    expect(() => renderEmail({ subject: 'x', paragraphs: [], action })).toThrow('web pages only');
  },
);

test('an optional email offers unsubscribing to people and to mail programs', () => {
  const unsubscribe = {
    pageUrl: 'https://example.com/unsubscribe?token=abc',
    postUrl: 'https://example.com/api/notifications/unsubscribe/abc',
  };
  const { headers, html, text } = renderEmail({ subject: 'x', paragraphs: ['y'], unsubscribe });
  expect(headers).toEqual({
    'List-Unsubscribe': `<${unsubscribe.postUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  for (const body of [html, text]) expect(body).toContain(unsubscribe.pageUrl);
  expect(renderEmail({ subject: 'x', paragraphs: ['y'] }).headers).toEqual({});
});
