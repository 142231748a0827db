import type { Call } from '@stagelink/shared/client/call';
import {
  commentOnFinding,
  EVIDENCE_BYTES,
  type Finding,
  listFindings,
  type MeasuredFinding,
  putFindings,
  updateFinding,
} from '@stagelink/shared/contracts/findings';
import { FINDING_RULES, severityOf } from '@stagelink/shared/domain/findingRules';
import { AUDITED_PAGES_MAX, FINDINGS_MAX } from '@stagelink/shared/preview/auditLimits';
import { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { snapshotChannel } from '../../platform/live/events.ts';
import { commentsSeenBy } from '../../testing/comments.ts';
import { auditOf, measured } from '../../testing/findings.ts';
import { messagesDuring } from '../../testing/liveMessages.ts';
import type { Locator } from '@stagelink/shared/locator/locator';
import { locatorOf } from '../../testing/locators.ts';
import { newBrowser } from '../../testing/reviewer.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const unlabelled = measured({
  rule: 'button-name',
  locator: { ...locatorOf('#close'), attributes: { id: 'close' } },
});

async function scene() {
  const ada = await world.build.user({ name: 'Ada' });
  const id = await world.build.snapshot(ada);
  const adas = world.as(ada);
  const put = async (version: number, findings: MeasuredFinding[], page = '/checkout') =>
    (await adas(putFindings, auditOf(id, findings, { version, page }))).findings;
  const restage = async (version: number) => {
    await world.app.db.raw(
      `insert into versions (snapshot_id, number, manifest, file_count, total_bytes, source, published_at)
       select snapshot_id, ?, manifest, file_count, total_bytes, source, now() from versions
       where snapshot_id = ? and number = 1`,
      [version, id],
    );
    await world.app.db('snapshots').where({ id }).update({ version, last_version: version });
  };
  const dismiss = (finding: Finding | undefined, call: Call = adas) =>
    call(updateFinding, { id, findingId: finding?.id ?? '', state: 'dismissed', reason: 'accepted' });
  return { id, adas, put, restage, dismiss, visitor: newBrowser(world).call };
}

const summary = (findings: Finding[]) => findings.map(({ rule, state, since }) => [rule, state, since]);

describe('after a restage', () => {
  test('findings are fixed, still there, or new', async () => {
    const { id, adas, put, restage } = await scene();
    await put(1, [measured(), unlabelled]);
    await restage(2);
    expect(await put(2, [measured(), measured({ rule: 'label' })])).toMatchObject([
      { rule: 'color-contrast', state: 'open', since: 1 },
      { rule: 'label', state: 'open', since: 2 },
      { rule: 'button-name', state: 'fixed', since: 1 },
    ]);
    expect(await adas(listFindings, { id })).toMatchObject({
      version: 2,
      audits: [{ page: '/checkout', comparedWith: 1, widths: [1440, 390] }],
    });
    expect(summary((await adas(listFindings, { id, version: 1 })).findings)).toEqual([
      ['color-contrast', 'open', 1],
      ['button-name', 'open', 1],
    ]);
  });

  test('a fault that returns is new, and a fixed one is listed once', async () => {
    const { put, restage } = await scene();
    await put(1, [measured()]);
    await restage(2);
    await put(2, []);
    expect(summary(await put(2, []))).toEqual([['color-contrast', 'fixed', 1]]);
    await restage(3);
    expect(summary(await put(3, [measured()]))).toEqual([['color-contrast', 'open', 3]]);
  });

  test('a dismissal stays, even across a version without the finding', async () => {
    const { put, restage, dismiss } = await scene();
    const [first] = await put(1, [measured(), unlabelled]);
    await dismiss(first);
    await restage(2);
    await put(2, [unlabelled]);
    await restage(3);
    expect(await put(3, [measured(), unlabelled])).toMatchObject([
      { rule: 'color-contrast', state: 'dismissed', reason: 'accepted', byName: 'Ada' },
      { rule: 'button-name', state: 'open', since: 1 },
    ]);
  });
});

describe('an audit', () => {
  test('replaces the findings of its page and keeps their ids, dismissals and those of other pages', async () => {
    const { put, dismiss } = await scene();
    const [contrast, name] = await put(1, [measured(), unlabelled]);
    await put(1, [measured()], '/');
    await dismiss(name);
    const again = await put(1, [measured()]);
    expect(again.map(({ page, rule, state }) => [page, rule, state])).toEqual([
      ['/', 'color-contrast', 'open'],
      ['/checkout', 'color-contrast', 'open'],
      ['/checkout', 'button-name', 'dismissed'],
    ]);
    expect(again[1]?.id).toBe(contrast?.id);
  });

  test('keeps five elements of a rule, and 200 findings of a version, the most harmful first', async () => {
    const { put } = await scene();
    const hints = Array.from({ length: 8 }, () => measured({ rule: 'region', severity: 'hint' }));
    const kept = await put(1, [...hints, measured()]);
    expect(kept.map(({ rule }) => rule)).toEqual(['color-contrast', ...Array(5).fill('region')]);
    const every = FINDING_RULES.map((rule) => measured({ rule, severity: severityOf(rule) }));
    await put(1, every, '/1');
    expect(await put(1, every, '/2')).toHaveLength(FINDINGS_MAX);
  });

  test('are of at most 200 pages of a version; a page of them can be checked again', async () => {
    const { id, put } = await scene();
    await put(1, [measured()], '/page-1');
    await world.app.db.raw(
      `insert into audits (snapshot_id, version, page, widths, unseen, at)
       select snapshot_id, version, '/page-' || n, widths, unseen, at
       from audits, generate_series(2, ?) n where snapshot_id = ?`,
      [AUDITED_PAGES_MAX, id],
    );
    await expect(put(1, [measured()], '/one-more')).rejects.toMatchObject({ code: 'conflict' });
    expect(await put(1, [], '/page-7')).toHaveLength(1);
    expect(await world.app.db('audits').where({ snapshot_id: id })).toHaveLength(AUDITED_PAGES_MAX);
  });

  test('and every change of a finding reach those who have the snapshot open', async () => {
    const { id, adas, put, dismiss } = await scene();
    const changed = {
      channel: snapshotChannel(id),
      event: { type: 'findings_changed', snapshotId: id, version: 1 },
    };
    let findings: Finding[] = [];
    const audited = await messagesDuring(world, async () => {
      findings = await put(1, [measured(), unlabelled]);
    });
    expect(audited).toMatchObject([changed]);
    expect(await messagesDuring(world, () => dismiss(findings[0]))).toMatchObject([changed]);
    const findingId = findings[1]?.id ?? '';
    const commented = await messagesDuring(world, () => adas(commentOnFinding, { id, findingId }));
    expect(commented).toContainEqual(expect.objectContaining(changed));
  });

  test('of a visitor is not stored, nor can a visitor dismiss', async () => {
    const { id, adas, put, dismiss, visitor } = await scene();
    const [first] = await put(1, [measured()]);
    await expect(visitor(putFindings, auditOf(id, []))).rejects.toMatchObject({ code: 'forbidden' });
    await expect(dismiss(first, visitor)).rejects.toMatchObject({ code: 'forbidden' });
    const seen = await visitor(listFindings, { id });
    expect(summary(seen.findings)).toEqual([['color-contrast', 'open', 1]]);
    expect(seen.canDismiss).toBe(false);
    expect(seen).toEqual({ ...(await adas(listFindings, { id })), canDismiss: false });
  });

  const evidence = measured().evidence;
  const FAR = { x: 1e300, y: 0 };
  const withAttributes = (name: string) => ({
    ...locatorOf('#a'),
    attributes: JSON.parse(`{"${name}": {"save": 1}}`) as Locator['attributes'],
  });
  test.each<[string, unknown]>([
    ['an unknown rule', { ...measured(), rule: 'my-rule' }],
    ['another severity', measured({ rule: 'region', severity: 'fault' })],
    ['words of its own', { ...measured(), what: 'Buy now' }],
    ['evidence that is too long', measured({ evidence: { ...evidence, text: 'é'.repeat(301) } })],
    [
      'too many bytes',
      measured({
        evidence: { ...evidence, text: '字'.repeat(300), html: '字'.repeat(300), name: '字'.repeat(100) },
      }),
    ],
    ['a locator of a wrong size', measured({ locator: { ...locatorOf('#a'), size: 1e9 } })],
    ['a locator of a million neighbors', measured({ locator: { ...locatorOf('#a'), twins: 1e6 + 1 } })],
    ['a locator outside the page', measured({ locator: { ...locatorOf('#a'), elementCoordinates: FAR } })],
    ['a locator with an unknown attribute', measured({ locator: withAttributes('constructor') })],
    ['text that cannot be stored', measured({ evidence: { ...evidence, html: 'a\0b' } })],
    ['a prototype', JSON.parse(`{"__proto__": {"rule": "label"}, "severity": "fault"}`)],
  ])('with %s is refused', async (_what, hostile) => {
    const { id, adas, put } = await scene();
    await put(1, [measured()]);
    const audit = auditOf(id, [hostile as MeasuredFinding]);
    await expect(adas(putFindings, audit)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(summary((await adas(listFindings, { id })).findings)).toEqual([['color-contrast', 'open', 1]]);
  });

  test.each([
    ['ten megabytes of text', [measured({ evidence: { ...evidence, html: 'word '.repeat(2_000_000) } })]],
    ['a million elements', Array<MeasuredFinding>(1e6).fill(null as never)],
  ])('with %s is not read', async (_what, findings) => {
    const { id, adas, put } = await scene();
    await put(1, [measured()]);
    await expect(adas(putFindings, auditOf(id, findings))).rejects.toMatchObject({ code: 'too_large' });
    expect(summary((await adas(listFindings, { id })).findings)).toEqual([['color-contrast', 'open', 1]]);
  });

  test('stores no prototype, and changes none', async () => {
    const { put } = await scene();
    const [stored] = await put(1, [measured({ locator: withAttributes('__proto__') })]);
    expect(Object.getOwnPropertyNames(stored?.locator?.attributes)).toEqual([]);
    expect(Object.prototype).not.toHaveProperty('save');
  });

  test('has evidence of at most two kilobytes', async () => {
    const { put } = await scene();
    const most = { ...evidence, text: '字'.repeat(300), html: '字'.repeat(300) };
    const [stored] = await put(1, [measured({ evidence: most })]);
    expect(Buffer.byteLength(JSON.stringify(stored?.evidence))).toBeLessThanOrEqual(EVIDENCE_BYTES);
  });
});

describe('a dismissal', () => {
  test('needs a reason and can be undone', async () => {
    const { id, adas, put, dismiss } = await scene();
    const [first] = await put(1, [measured()]);
    const findingId = first?.id ?? '';
    await expect(adas(updateFinding, { id, findingId, state: 'dismissed' })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'reason',
    });
    expect((await dismiss(first)).finding).toMatchObject({ state: 'dismissed', byName: 'Ada' });
    const { finding } = await adas(updateFinding, { id, findingId, state: 'open' });
    expect(finding).toMatchObject({ state: 'open', reason: null, byName: null });
  });

  test('of a finding on another snapshot is refused', async () => {
    const [one, other] = [await scene(), await scene()];
    const [first] = await one.put(1, [measured()]);
    await expect(other.dismiss(first)).rejects.toMatchObject({ code: 'not_found' });
    expect((await one.put(1, [measured()]))[0]?.state).toBe('open');
  });
});

describe('a comment of a finding', () => {
  test('is a thread on its element with its evidence, once', async () => {
    const { id, put, adas, visitor } = await scene();
    const [first] = await put(1, [
      measured({ evidence: { ...evidenceOf(), text: '`@Ada` ![x](http://x)' } }),
    ]);
    const findingId = first?.id ?? '';
    const { comment } = await visitor(commentOnFinding, { id, findingId, authorName: 'Vera' });
    expect(comment).toMatchObject({
      authorName: 'Vera',
      pinNumber: 1,
      context: { elementName: 'Save, button' },
    });
    expect(comment.text).toMatch(
      /^\*\*Text has too little contrast\*\*\n\n`\(at\)Ada !\[x]\(http:\/\/x\)`\n\n/,
    );
    await expect(adas(commentOnFinding, { id, findingId })).rejects.toMatchObject({ code: 'conflict' });
    expect(await commentsSeenBy(adas, id)).toHaveLength(1);
    expect((await adas(listFindings, { id })).findings[0]?.commentId).toBe(comment.id);
  });

  test('of an element that claims to be on another website is on its own page', async () => {
    const { id, put, adas } = await scene();
    const locator = { ...locatorOf('#save'), route: 'https://evil.example/', size: 0, path: [] };
    const [first] = await put(1, [measured({ locator })]);
    const { comment } = await adas(commentOnFinding, { id, findingId: first?.id ?? '' });
    expect(comment).toMatchObject({ context: { route: '/checkout' } });
  });

  test('and the list of findings are for those who may comment', async () => {
    const { id, put, adas, visitor } = await scene();
    const [first] = await put(1, [measured()]);
    await adas(updateSnapshot, { id, commentPolicy: 'members' });
    await expect(visitor(listFindings, { id })).rejects.toMatchObject({ code: 'forbidden' });
    const wanted = { id, findingId: first?.id ?? '' };
    await expect(visitor(commentOnFinding, wanted)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await commentsSeenBy(adas, id)).toEqual([]);
  });
});

const evidenceOf = () => measured().evidence;
