import type { Comment } from '@stagelink/shared/contracts/comments';
import { MenuGroup, MenuItem } from '../../kit/Menu.tsx';
import { isSendable } from './api.ts';
import { t } from './copy.ts';

interface AgentMenuGroupProps {
  roots: readonly Comment[];
  onSend: (roots: readonly Comment[]) => void;
  onSelect: () => void;
}

/** What an owner does with threads for agents, as part of a menu. */
export function AgentMenuGroup({ roots, onSend, onSelect }: AgentMenuGroupProps) {
  const sendable = roots.filter(isSendable);
  const count = sendable.length;
  return (
    <MenuGroup title={t('agents')}>
      <MenuItem disabled={count === 0} onSelect={() => onSend(sendable)}>
        {count === 0 ? t('sendNone') : t('sendOpen', { count })}
      </MenuItem>
      <MenuItem disabled={count === 0} onSelect={onSelect}>
        {t('select')}
      </MenuItem>
    </MenuGroup>
  );
}
