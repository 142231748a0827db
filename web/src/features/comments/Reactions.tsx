import { type Comment, type Reaction, REACTIONS } from '@stagelink/shared/contracts/comments';
import { REACTION_EMOJI } from '@stagelink/shared/contracts/reactions';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { SmilePlus } from 'lucide-react';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu, MenuSwitch } from '../../kit/Menu.tsx';
import { setReaction } from './threadApi.ts';
import { reactionLabel, reactionNames, t } from './reactionsCopy.ts';
import styles from './Reactions.module.css';
import type { ThreadActions } from './threadsContext.ts';

interface ReactionsProps {
  comment: Comment;
  snapshot: SnapshotView;
  actions: ThreadActions;
}

function toggle({ comment, snapshot, actions }: ReactionsProps, reaction: Reaction, isOn: boolean): void {
  void actions.act(comment.id, t('failed'), () => setReaction(comment, reaction, isOn, snapshot));
}

/** The button that opens the set of reactions. */
export function ReactButton(props: ReactionsProps) {
  const { reactions, can } = props.comment;
  if (!can.react) return null;
  return (
    <Menu
      isRow
      trigger={
        <IconButton label={t('react')}>
          <SmilePlus size={16} />
        </IconButton>
      }
    >
      {REACTIONS.map((reaction) => {
        const isOn = reactions.some((each) => each.reaction === reaction && each.isMine);
        return (
          <MenuSwitch
            key={reaction}
            label={t(reaction)}
            icon={REACTION_EMOJI[reaction]}
            isOn={isOn}
            onSelect={() => toggle(props, reaction, !isOn)}
          />
        );
      })}
    </Menu>
  );
}

/** The reactions to a comment. Each adds the reader's own or takes it back. */
export function Reactions(props: ReactionsProps) {
  const { reactions, can } = props.comment;
  if (reactions.length === 0) return null;
  return (
    <ul className={styles.reactions}>
      {reactions.map((each) => (
        <li key={each.reaction}>
          <button
            type="button"
            className={styles.reaction}
            aria-pressed={each.isMine}
            aria-label={reactionLabel(each)}
            title={reactionNames(each)}
            disabled={!can.react && !each.isMine}
            onClick={() => toggle(props, each.reaction, !each.isMine)}
          >
            <span className={styles.emoji}>{REACTION_EMOJI[each.reaction]}</span>
            {each.count}
          </button>
        </li>
      ))}
    </ul>
  );
}
