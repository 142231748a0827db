import { EXTEND_DAYS } from '@stagelink/shared/contracts/limits';
import { lastsLongest } from '@stagelink/shared/domain/timeLeft';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { signOf } from '../../lib/keyboard/keyNames.ts';
import * as acts from './actions.ts';
import type { RowDialog } from './dialogs/RowDialogs.tsx';
import { canExtend, isExpired } from './expiry.ts';
import { t } from './copy.ts';

/** What the list does for an action: its dialogs, and the field in a row. */
export interface RowControls {
  openDialog: (kind: RowDialog, snapshot: Snapshot) => void;
  startRenaming: (id: string) => void;
}

interface SnapshotAction {
  id: string;
  /** The group of the menu, between dividers. */
  section: 'link' | 'snapshot' | 'people' | 'end';
  label: string;
  /** Whether it is offered; always by default. */
  isOffered?: (snapshot: Snapshot, now: Date) => boolean;
  /** Why it cannot be done now although it is offered. */
  obstacle?: (snapshot: Snapshot, now: Date, maxExpiryDays: number) => string | null;
  /** Its key in the row, its label in the palette and the key sheet, and its hint below the list. */
  key?: { key: string; label: (name: string) => string; hint: string };
  /** Offered in the row itself. */
  isQuick?: boolean;
  /** Resolves to whether it worked; void where a dialog or a field follows. */
  run: (snapshot: Snapshot, controls: RowControls) => Promise<boolean> | void;
}

type Rule = NonNullable<SnapshotAction['isOffered']>;

const hasPassword: Rule = ({ password }) => password !== null;
const hasExpired: Rule = ({ expiresAt }, now) => isExpired(new Date(expiresAt), now);
const isLive: Rule = (snapshot, now) => !hasExpired(snapshot, now);
const isReviewable: Rule = (snapshot, now) =>
  isLive(snapshot, now) && (!snapshot.review.isRequested || snapshot.review.status === 'completed');

const opens =
  (kind: RowDialog): SnapshotAction['run'] =>
  (snapshot, { openDialog }) =>
    openDialog(kind, snapshot);

const days = EXTEND_DAYS;

/** Everything that can be done with a snapshot of the list, in the order of its menu, which has their icons. */
const SNAPSHOT_ACTIONS = [
  {
    id: 'open',
    section: 'link',
    label: t('open'),
    key: { key: 'Enter', label: (name) => t('openNamed', { name }), hint: t('keyOpen') },
    run: acts.open,
  },
  {
    id: 'copyLink',
    section: 'link',
    label: t('copyLink'),
    key: { key: 'l', label: (name) => t('copyLinkOf', { name }), hint: t('keyCopy') },
    isQuick: true,
    run: acts.copyLink,
  },
  {
    id: 'copyPassword',
    section: 'link',
    label: t('copyPassword'),
    isOffered: hasPassword,
    isQuick: true,
    run: acts.copyPassword,
  },
  {
    id: 'copyBoth',
    section: 'link',
    label: t('copyBoth'),
    isOffered: hasPassword,
    run: acts.copyBoth,
  },
  {
    id: 'extend',
    section: 'snapshot',
    label: t('extendBy', { days }),
    isOffered: ({ expiresAt }, now) => canExtend(new Date(expiresAt), now),
    obstacle: ({ expiresAt }, now, most) =>
      lastsLongest(Date.parse(expiresAt), now.getTime(), most) ? t('longest', { days: most }) : null,
    key: { key: 'e', label: (name) => t('extendNamed', { name, days }), hint: t('keyExtend') },
    isQuick: true,
    run: acts.extend,
  },
  {
    id: 'bringBack',
    section: 'snapshot',
    label: t('bringBack', { days }),
    isOffered: hasExpired,
    run: acts.bringBack,
  },
  {
    id: 'restage',
    section: 'snapshot',
    label: t('restage'),
    isOffered: isLive,
    run: opens('restage'),
  },
  {
    id: 'download',
    section: 'snapshot',
    label: t('download'),
    run: async (snapshot) => (await import('./download.ts')).download(snapshot),
  },
  {
    id: 'rename',
    section: 'snapshot',
    label: t('rename'),
    run: ({ id }, { startRenaming }) => startRenaming(id),
  },
  {
    id: 'details',
    section: 'snapshot',
    label: t('editDetails'),
    run: opens('details'),
  },
  {
    id: 'move',
    section: 'snapshot',
    label: t('moveToProject'),
    run: opens('move'),
  },
  {
    id: 'addPassword',
    section: 'snapshot',
    label: t('addPassword'),
    isOffered: (snapshot) => snapshot.public,
    run: opens('password'),
  },
  {
    id: 'changePassword',
    section: 'snapshot',
    label: t('changePassword'),
    isOffered: (snapshot) => !snapshot.public,
    run: opens('password'),
  },
  {
    id: 'review',
    section: 'people',
    label: t('requestReview'),
    isOffered: isReviewable,
    run: opens('review'),
  },
  {
    id: 'follow',
    section: 'people',
    label: t('follow'),
    isOffered: ({ following }) => following === null,
    run: acts.toggleFollowing,
  },
  {
    id: 'pause',
    section: 'people',
    label: t('pause'),
    isOffered: ({ following }) => following === 'active',
    run: acts.toggleFollowing,
  },
  {
    id: 'resume',
    section: 'people',
    label: t('resume'),
    isOffered: ({ following }) => following === 'paused',
    run: acts.toggleFollowing,
  },
  {
    id: 'delete',
    section: 'end',
    label: t('delete'),
    run: opens('delete'),
  },
] as const satisfies readonly SnapshotAction[];

export type SnapshotActionId = (typeof SNAPSHOT_ACTIONS)[number]['id'];

type OfferedAction = SnapshotAction & { id: SnapshotActionId };

const ALL: readonly OfferedAction[] = SNAPSHOT_ACTIONS;

/** Returns what can be done with a snapshot now. */
export const actionsOf = (snapshot: Snapshot, now: Date): OfferedAction[] =>
  ALL.filter(({ isOffered }) => isOffered?.(snapshot, now) ?? true);

/** The keys of the list, as shown below it: those that move and select, those of a snapshot, the others. */
export const KEY_HINTS = [
  { keys: ['J', 'K'], act: t('keyMove') },
  { keys: ['X'], act: t('keySelect') },
  ...ALL.flatMap(({ key }) => (key ? [{ keys: [signOf(key.key)], act: key.hint }] : [])),
  { keys: ['N'], act: t('keyNew') },
  { keys: ['/'], act: t('keySearch') },
];
