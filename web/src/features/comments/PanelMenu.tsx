import { COMMENT_POLICIES, type SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { SlidersHorizontal } from 'lucide-react';
import { setCommentPolicy } from './api.ts';
import { followSnapshotOf, useFollowing } from '../follows/stateApi.ts';
import { t as comments } from './copy.ts';
import { t } from './panelCopy.ts';
import { Menu, type MenuGroup } from '../../kit/viewer/Menu.tsx';
import type { Threads } from './useThreads.ts';

const EXPORTS = [
  ['json', 'exportJson'],
  ['csv', 'exportCsv'],
  ['zip', 'exportZip'],
  ['html', 'exportPage'],
] as const;

interface PanelMenuProps {
  snapshot: SnapshotView;
  threads: Threads;
}

export function PanelMenu({ snapshot, threads }: PanelMenuProps) {
  const { id, isOwner, you, commentPolicy } = snapshot;
  const isSignedIn = you.kind === 'owner' || you.kind === 'user';
  const isFollowing = useFollowing(id, isSignedIn);

  const seeing: MenuGroup = {
    items: [
      {
        label: comments('showPins'),
        kind: 'switch',
        isOn: threads.arePinsShown,
        onSelect: threads.togglePins,
      },
      ...(isSignedIn
        ? [
            {
              label: t('followSnapshot'),
              kind: 'switch' as const,
              isOn: isFollowing,
              onSelect: () =>
                void threads.act(id, comments('followFailed'), () => followSnapshotOf(id, !isFollowing)),
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
        onSelect: () => void threads.act(id, t('policyFailed'), () => setCommentPolicy(id, policy)),
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
