import { COMMENT_POLICIES, type SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { SlidersHorizontal } from 'lucide-react';
import { AgentMenuGroup } from '../agentWork/AgentMenuGroup.tsx';
import { sendWithUndo } from '../agentWork/sendWithUndo.ts';
import { setCommentPolicy } from './threadApi.ts';
import { followSnapshotOf, useFollowing } from '../follows/api.ts';
import { t } from './copy.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu, MenuGroup, MenuLink, MenuRadioItems, MenuSwitch } from '../../kit/Menu.tsx';
import { useThreadList } from './threadsContext.ts';

const EXPORTS = [
  ['json', 'exportJson'],
  ['csv', 'exportCsv'],
  ['zip', 'exportZip'],
  ['html', 'exportPage'],
] as const;

interface PanelMenuProps {
  snapshot: SnapshotView;
  /** Begins to select threads of the list. */
  onSelect: () => void;
}

export function PanelMenu({ snapshot, onSelect }: PanelMenuProps) {
  const { all, arePinsShown, togglePins, act } = useThreadList();
  const { id, isOwner, you, commentPolicy } = snapshot;
  const isSignedIn = you.kind === 'owner' || you.kind === 'user';
  const isFollowing = useFollowing(id, isSignedIn);

  return (
    <Menu
      trigger={
        <IconButton label={t('options')}>
          <SlidersHorizontal size={16} />
        </IconButton>
      }
    >
      <MenuGroup>
        <MenuSwitch label={t('showPins')} isOn={arePinsShown} onSelect={togglePins} />
        {isSignedIn && (
          <MenuSwitch
            label={t('followSnapshot')}
            isOn={isFollowing}
            onSelect={() => void act(id, t('followFailed'), () => followSnapshotOf(id, !isFollowing))}
          />
        )}
      </MenuGroup>
      {isOwner && (
        <>
          <AgentMenuGroup
            roots={all.map(({ root }) => root)}
            onSend={(roots) => void sendWithUndo(snapshot, roots, act)}
            onSelect={onSelect}
          />
          <MenuRadioItems
            title={t('policy')}
            options={COMMENT_POLICIES.map((policy) => ({ value: policy, label: t(`policy_${policy}`) }))}
            value={commentPolicy}
            onChange={(policy) => void act(id, t('policyFailed'), () => setCommentPolicy(id, policy))}
          />
          <MenuGroup title={t('exportAs')}>
            {EXPORTS.map(([format, label]) => (
              <MenuLink
                key={format}
                href={`/api/snapshots/${id}/comments/export?format=${format}`}
                opensTab={format === 'html'}
              >
                {t(label)}
              </MenuLink>
            ))}
          </MenuGroup>
        </>
      )}
    </Menu>
  );
}
