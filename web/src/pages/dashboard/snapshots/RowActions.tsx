import { ActionIcon, Menu } from '@mantine/core';
import { EXTEND_DAYS } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import {
  CalendarPlus,
  Check,
  Ellipsis,
  ExternalLink,
  KeyRound,
  Link,
  type LucideIcon,
  Pencil,
  Trash2,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../words/snapshots.ts';
import * as acts from './acts.ts';
import { canExtend } from './expiry.ts';
import styles from './SnapshotTable.module.css';

interface QuickActProps {
  icon: LucideIcon;
  label: string;
  tabIndex: number;
  /** Answers whether it worked; a tick shows that for two seconds. */
  act: () => Promise<boolean>;
}

function QuickAct({ icon: Icon, label, tabIndex, act }: QuickActProps) {
  const [isDone, setIsDone] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function run(): Promise<void> {
    if (!(await act())) return;
    setIsDone(true);
    timer.current = setTimeout(() => setIsDone(false), 2000);
  }

  return (
    <ActionIcon size={28} aria-label={label} title={label} tabIndex={tabIndex} onClick={() => void run()}>
      {isDone ? <Check size={15} className={styles.done} /> : <Icon size={15} />}
    </ActionIcon>
  );
}

interface RowActionsProps {
  snapshot: Snapshot;
  now: Date;
  isActive: boolean;
  isRenaming: boolean;
  onRename: () => void;
  onDelete: () => void;
}

/** The usual acts show when the row is pointed at or focused; the menu has them all, for touch as well. */
export function RowActions({ snapshot, now, isActive, isRenaming, onRename, onDelete }: RowActionsProps) {
  const tabIndex = isActive ? 0 : -1;
  const isExtendable = canExtend(new Date(snapshot.expiresAt), now);
  const hasPassword = snapshot.password !== null;
  const extendLabel = t('extend', { days: EXTEND_DAYS });

  return (
    <div className={styles.acts}>
      <div className={styles.quick}>
        {isExtendable && (
          <QuickAct
            icon={CalendarPlus}
            label={extendLabel}
            tabIndex={tabIndex}
            act={() => acts.extend(snapshot)}
          />
        )}
        {hasPassword && (
          <QuickAct
            icon={KeyRound}
            label={t('copyPassword')}
            tabIndex={tabIndex}
            act={() => acts.copyPassword(snapshot)}
          />
        )}
        <QuickAct icon={Link} label={t('copyLink')} tabIndex={tabIndex} act={() => acts.copyLink(snapshot)} />
      </div>
      {/* While the name is edited, the focus stays in its field. */}
      <Menu position="bottom-end" width={208} returnFocus={!isRenaming}>
        <Menu.Target>
          <ActionIcon size={28} aria-label={t('more', { name: snapshot.name })} tabIndex={tabIndex}>
            <Ellipsis size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<ExternalLink size={14} />} onClick={() => acts.open(snapshot)}>
            {t('open')}
          </Menu.Item>
          <Menu.Item leftSection={<Link size={14} />} onClick={() => void acts.copyLink(snapshot)}>
            {t('copyLink')}
          </Menu.Item>
          {hasPassword && (
            <Menu.Item leftSection={<KeyRound size={14} />} onClick={() => void acts.copyPassword(snapshot)}>
              {t('copyPassword')}
            </Menu.Item>
          )}
          {isExtendable && (
            <Menu.Item leftSection={<CalendarPlus size={14} />} onClick={() => void acts.extend(snapshot)}>
              {extendLabel}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<Pencil size={14} />} onClick={onRename}>
            {t('rename')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<Trash2 size={14} />} onClick={onDelete}>
            {t('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
