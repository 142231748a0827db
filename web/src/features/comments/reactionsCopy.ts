import type { ReactionCount } from '@stagelink/shared/contracts/comments';
import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  react: 'Add a reaction',
  failed: 'Failed to save your reaction. Please try again.',
  you: 'you',
  more_one: '{{count}} other',
  more_other: '{{count}} others',

  thumbs_up: 'Thumbs up',
  heart: 'Heart',
  party: 'Party popper',
  laugh: 'Laughing face',
  eyes: 'Eyes',
  done: 'Check mark',

  reacted_one: '{{count}} person reacted with {{reaction}}',
  reacted_other: '{{count}} people reacted with {{reaction}}',
  reactedWithYou_one: 'You reacted with {{reaction}}',
  reactedWithYou_other: '{{count}} people reacted with {{reaction}}, including you',
});

const list = new Intl.ListFormat('en');

/** Returns the sentence that screen readers say. */
export const reactionLabel = ({ reaction, count, isMine }: ReactionCount) =>
  t(isMine ? 'reactedWithYou' : 'reacted', { count, reaction: t(reaction).toLowerCase() });

/** Returns who reacted: names, then how many more. */
export function reactionNames({ count, names, isMine }: ReactionCount): string {
  const unnamed = count - names.length - Number(isMine);
  return list.format([
    ...names,
    ...(isMine ? [t('you')] : []),
    ...(unnamed > 0 ? [t('more', { count: unnamed })] : []),
  ]);
}
