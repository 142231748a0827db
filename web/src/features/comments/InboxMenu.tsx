import { ListFilter } from 'lucide-react';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu, MenuGroup, MenuItem, MenuRadioItems, MenuSwitch } from '../../kit/Menu.tsx';
import { type InboxView, NARROWINGS, type Narrowing } from './inbox.ts';
import { t } from './copy.ts';

interface InboxMenuProps {
  view: InboxView;
  /** The version that is shown. */
  version: number;
  isSignedIn: boolean;
  onChange: (view: InboxView) => void;
  /** Null when no thread is unread. */
  onReadAll: (() => void) | null;
}

const NEEDS_ACCOUNT: ReadonlySet<Narrowing> = new Set(['unread', 'mentions', 'assigned']);

/** Narrows and groups the list of threads. */
export function InboxMenu({ view, version, isSignedIn, onChange, onReadAll }: InboxMenuProps) {
  const isNarrow = view.narrowing !== 'everyone' || view.version !== null;
  return (
    <Menu
      trigger={
        <IconButton label={t(isNarrow ? 'viewIsNarrow' : 'view')}>
          <ListFilter size={16} {...(isNarrow && { color: 'var(--accent)' })} />
        </IconButton>
      }
    >
      <MenuRadioItems
        title={t('show')}
        options={NARROWINGS.filter((each) => isSignedIn || !NEEDS_ACCOUNT.has(each)).map((narrowing) => ({
          value: narrowing,
          label: t(narrowing),
        }))}
        value={view.narrowing}
        onChange={(narrowing) => onChange({ ...view, narrowing })}
      />
      <MenuRadioItems
        title={t('versions')}
        options={[
          { value: 'all', label: t('allVersions') },
          { value: 'shown', label: t('thisVersion', { version }) },
        ]}
        value={view.version === null ? 'all' : 'shown'}
        onChange={(only) => onChange({ ...view, version: only === 'all' ? null : version })}
      />
      <MenuGroup>
        <MenuSwitch
          label={t('group')}
          isOn={view.isByPage}
          onSelect={() => onChange({ ...view, isByPage: !view.isByPage })}
        />
        {onReadAll && <MenuItem onSelect={onReadAll}>{t('readAll')}</MenuItem>}
      </MenuGroup>
    </Menu>
  );
}
