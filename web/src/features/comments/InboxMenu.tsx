import { ListFilter } from 'lucide-react';
import { Menu, type MenuGroup } from '../../kit/viewer/Menu.tsx';
import { type InboxView, NARROWINGS, type Narrowing } from './inbox.ts';
import { t } from './inboxCopy.ts';

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
  const groups: MenuGroup[] = [
    {
      title: t('show'),
      items: NARROWINGS.filter((each) => isSignedIn || !NEEDS_ACCOUNT.has(each)).map((narrowing) => ({
        label: t(narrowing),
        kind: 'radio',
        isOn: narrowing === view.narrowing,
        onSelect: () => onChange({ ...view, narrowing }),
      })),
    },
    {
      title: t('versions'),
      items: [null, version].map((only) => ({
        label: only === null ? t('allVersions') : t('thisVersion', { version: only }),
        kind: 'radio',
        isOn: only === view.version,
        onSelect: () => onChange({ ...view, version: only }),
      })),
    },
    {
      items: [
        {
          label: t('group'),
          kind: 'switch',
          isOn: view.isByPage,
          onSelect: () => onChange({ ...view, isByPage: !view.isByPage }),
        },
        ...(onReadAll ? [{ label: t('readAll'), onSelect: onReadAll }] : []),
      ],
    },
  ];
  const isNarrow = view.narrowing !== 'everyone' || view.version !== null;
  const icon = <ListFilter size={16} {...(isNarrow && { color: 'var(--accent)' })} />;
  return <Menu label={t(isNarrow ? 'viewIsNarrow' : 'view')} icon={icon} groups={groups} />;
}
