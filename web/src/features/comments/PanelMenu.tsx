import { COMMENT_POLICIES, type SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { SlidersHorizontal } from 'lucide-react';
import { setCommentPolicy } from './api.ts';
import { followSnapshotOf, useFollowing } from '../follows/stateApi.ts';
import { t as comments } from './copy.ts';
import { t } from './panelCopy.ts';
import { Menu, type MenuGroup } from '../../kit/viewer/Menu.tsx';
import { useThreadList } from './threadsContext.ts';

const EXPORTS = [
  ['json', 'exportJson'],
  ['csv', 'exportCsv'],
  ['zip', 'exportZip'],
  ['html', 'exportPage'],
] as const;

export function PanelMenu({ snapshot }: { snapshot: SnapshotView }) {
  const { arePinsShown, togglePins, act } = useThreadList();
  const { id, isOwner, you, commentPolicy } = snapshot;
  const isSignedIn = you.kind === 'owner' || you.kind === 'user';
  const isFollowing = useFollowing(id, isSignedIn);

  const seeing: MenuGroup = {
    items: [
      {
        label: comments('showPins'),
        kind: 'switch',
        isOn: arePinsShown,
        onSelect: togglePins,
      },
      ...(isSignedIn
        ? [
            {
              label: t('followSnapshot'),
              kind: 'switch' as const,
              isOn: isFollowing,
              onSelect: () =>
                void act(id, comments('followFailed'), () => followSnapshotOf(id, !isFollowing)),
            },
          ]
        : []),
    ],
  };
  const owning: MenuGroup[] = [
    {
      title: t('policy'),
      items: COMMENT_POLICIES.map((policy) => ({
        label: t(`policy_${policy}`),
        kind: 'radio',
        isOn: policy === commentPolicy,
        onSelect: () => void act(id, t('policyFailed'), () => setCommentPolicy(id, policy)),
      })),
    },
    {
      title: t('exportAs'),
      items: EXPORTS.map(([format, label]) => ({
        label: t(label),
        href: `/api/snapshots/${id}/comments/export?format=${format}`,
        opensTab: format === 'html',
      })),
    },
  ];
  return (
    <Menu
      label={t('options')}
      icon={<SlidersHorizontal size={16} />}
      groups={isOwner ? [seeing, ...owning] : [seeing]}
    />
  );
}
