import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFoundUsers } from '../../features/admin/api.ts';
import { useKnownUser } from '../../features/identity/account/sessionApi.ts';
import { useFoundSnapshots } from '../../features/snapshots/api.ts';
import { SnapshotPicture } from '../../features/snapshots/SnapshotPicture.tsx';
import { CommandDialog } from '../../kit/CommandDialog.tsx';
import { Kbd } from '../../kit/Kbd.tsx';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { type Action, GROUPS, useAllActions } from '../../lib/keyboard/actions.ts';
import { signOf } from '../../lib/keyboard/keyNames.ts';
import { useSingleKeys } from '../../lib/keyboard/keys.ts';
import { useNavigate } from '../../lib/router.ts';
import { useDebouncedValue } from '../../lib/useDebouncedValue.ts';
import { t } from './copy.ts';
import { find } from './find.ts';
import styles from './Palette.module.css';

/** Debounces the search. */
const PAUSE = 120;

const HINTS = [
  { keys: ['↑', '↓'], act: t('toChoose') },
  { keys: ['↵'], act: t('toRun') },
  { keys: ['Esc'], act: t('toClose') },
];

/** Returns matching actions, then snapshots, and for superadmins users, found by the server. */
function useMatches(typed: string) {
  const actions = useAllActions();
  const searchText = useDebouncedValue(typed, PAUSE);
  const snapshots = useFoundSnapshots(searchText);
  const canFindUsers = useKnownUser()?.role === 'superadmin';
  const users = useFoundUsers(searchText, canFindUsers);
  const navigate = useNavigate();
  // The hits of an earlier text are not offered: Enter would take the first of them.
  const isSettled = typed !== '' && typed === searchText;
  const found = isSettled ? (snapshots.data ?? []) : [];
  const opening = found.map(({ id, name, url, picture }): Action => ({
    id: `snapshot-${id}`,
    group: 'links',
    label: name,
    aside: t('openSnapshot'),
    picture,
    run: () => window.open(url, '_blank', 'noopener'),
  }));
  const foundUsers = isSettled ? (users.data ?? []) : [];
  const showing = foundUsers.map(({ uid, name, email }): Action => ({
    id: `user-${uid}`,
    group: 'users',
    label: name,
    aside: email,
    run: () => void navigate(`/admin/users/${uid}`),
  }));
  return {
    matches: [...find(actions, typed), ...opening, ...showing],
    isSearching: typed !== '' && (!isSettled || snapshots.isFetching || users.isFetching),
    hasFailed: typed !== '' && (snapshots.isError || users.isError),
    canFindUsers,
  };
}

type ResultProps = Pick<ReturnType<typeof useMatches>, 'matches' | 'isSearching' | 'hasFailed'>;

function Result({ typed, matches, isSearching, hasFailed }: ResultProps & { typed: string }) {
  if (hasFailed) return <output className={styles.nothing}>{t('searchFailed')}</output>;
  if (matches.length === 0)
    return <output className={styles.nothing}>{!isSearching && t('nothing', { text: typed })}</output>;
  return (
    <VisuallyHidden>
      <output>{t('found', { count: matches.length })}</output>
    </VisuallyHidden>
  );
}

function Match({ action: { picture, label, aside, keys = [] } }: { action: Action }) {
  const hasKeys = useSingleKeys();
  return (
    <>
      {picture !== undefined && (
        <span className={styles.picture} aria-hidden>
          <SnapshotPicture picture={picture} name={label} />
        </span>
      )}
      <span className={styles.label}>{label}</span>
      {aside && <span className={styles.aside}>{aside}</span>}
      {hasKeys && keys.map((key) => <Kbd key={key}>{signOf(key)}</Kbd>)}
    </>
  );
}

interface PaletteProps {
  /** Returns what was typed before the field was rendered. */
  takeTyped: () => string;
  onClose: () => void;
}

export function Palette({ takeTyped, onClose }: PaletteProps) {
  const [opener] = useState(() => document.activeElement);
  const [text, setText] = useState('');
  const typed = text.trim();
  const { canFindUsers, ...found } = useMatches(typed);
  const groups = GROUPS.map((group) => ({
    label: t(group),
    items: found.matches.filter((action) => action.group === group),
  })).filter(({ items }) => items.length > 0);

  function close(): void {
    // Restore the focus first: the chosen action may move it.
    if (opener instanceof HTMLElement) opener.focus();
    onClose();
  }

  function run(action: Action): void {
    close();
    action.run();
  }

  // The text for which Enter was pressed before there was anything to choose.
  const [entered, setEntered] = useState<string | null>(null);
  const isAwaited = entered !== null && entered === typed && !found.isSearching;
  const runFirst = useEffectEvent(() => {
    const [first] = found.matches;
    if (first) run(first);
  });
  useEffect(() => {
    if (isAwaited) runFirst();
  }, [isAwaited]);

  return (
    <CommandDialog
      title={t('title')}
      label={t(canFindUsers ? 'searchUsers' : 'search')}
      listLabel={t('results')}
      maxLength={NAME_MAX}
      text={text}
      groups={groups}
      onText={setText}
      onFocus={() => setText(text + takeTyped())}
      onRun={run}
      onEnter={() => setEntered(typed)}
      onClose={close}
      renderItem={(action) => <Match action={action} />}
    >
      <Result typed={typed} {...found} />
      <p className={styles.hints} aria-hidden>
        {HINTS.map(({ keys, act }) => (
          <span key={act}>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
            {act}
          </span>
        ))}
      </p>
    </CommandDialog>
  );
}
