import { useDebouncedValue } from '../../lib/useDebouncedValue.ts';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useFoundSnapshots } from '../../features/snapshots/searchApi.ts';
import { useFoundUsers } from '../../features/admin/searchApi.ts';
import { useKnownUser } from '../../features/identity/account/sessionApi.ts';
import { useNavigate } from '../../lib/router.ts';
import { t } from './copy.ts';
import { type Action, useAllActions } from '../../lib/keyboard/actions.ts';
import { find } from './find.ts';
import styles from './Palette.module.css';
import { isComposing } from '../../kit/composing.ts';
import { Kbd } from '../../kit/Kbd.tsx';
import { PaletteDialog } from '../../kit/PaletteDialog.tsx';
import { optionId, PaletteList } from './PaletteList.tsx';

/** Debounces the search. */
const PAUSE = 120;

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
    snapshot: { id, picture },
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

/** Keeps which match is selected, and scrolls to it. */
function useSelection(listId: string, matches: readonly Action[]) {
  const [selected, setSelected] = useState(0);
  const count = Math.max(matches.length, 1);
  const current = matches[Math.min(selected, matches.length - 1)];
  const currentId = current && optionId(listId, current);

  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  return {
    current,
    currentId,
    select: setSelected,
    move(by: 1 | -1) {
      const at = current ? matches.indexOf(current) : 0;
      setSelected((at + count + by) % count);
    },
  };
}

type ResultProps = Pick<ReturnType<typeof useMatches>, 'matches' | 'isSearching' | 'hasFailed'>;

function Result({ typed, matches, isSearching, hasFailed }: ResultProps & { typed: string }) {
  const count = matches.length;
  return (
    <output className={count > 0 && !hasFailed ? styles.unseen : styles.nothing}>
      {hasFailed
        ? t('searchFailed')
        : count > 0
          ? t('found', { count })
          : !isSearching && t('nothing', { text: typed })}
    </output>
  );
}

function Hints() {
  return (
    <p className={styles.hints} aria-hidden>
      <span>
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {t('toChoose')}
      </span>
      <span>
        <Kbd>↵</Kbd> {t('toRun')}
      </span>
      <span>
        <Kbd>Esc</Kbd> {t('toClose')}
      </span>
    </p>
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
  const label = t(canFindUsers ? 'searchUsers' : 'search');
  const id = useId();
  const { current, currentId, select, move } = useSelection(id, found.matches);

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
    if (current) run(current);
  });
  useEffect(() => {
    if (isAwaited) runFirst();
  }, [isAwaited]);

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && current) run(current);
    else if (event.key === 'Enter' && found.isSearching) setEntered(typed);
    else return;
    event.preventDefault();
  }

  return (
    <PaletteDialog title={t('title')} onClose={close}>
      <div className={styles.field}>
        <Search size={16} aria-hidden />
        <input
          className={styles.input}
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={currentId}
          placeholder={label}
          maxLength={NAME_MAX}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={text}
          onFocus={() => setText(text + takeTyped())}
          onChange={(event) => {
            setText(event.currentTarget.value);
            select(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <PaletteList id={id} matches={found.matches} current={current} onSelect={select} onRun={run} />
      <Result typed={typed} {...found} />
      <Hints />
    </PaletteDialog>
  );
}
