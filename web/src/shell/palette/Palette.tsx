import { Kbd, Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useFoundSnapshots } from '../../data/search.ts';
import { t } from '../../words/palette.ts';
import { type Action, useAllActions } from './actions.ts';
import { find } from './find.ts';
import styles from './Palette.module.css';
import { isComposing } from '../../ui/composing.ts';
import { optionId, PaletteList } from './PaletteList.tsx';

/** Long enough not to ask for every letter, short enough not to be felt. */
const PAUSE = 120;

/** What matches the typed text: actions, then snapshots the server found. */
function useMatches(typed: string) {
  const actions = useAllActions();
  const [asked] = useDebouncedValue(typed, PAUSE);
  const snapshots = useFoundSnapshots(asked);
  const found = typed === '' ? [] : (snapshots.data ?? []);
  const opening = found.map(({ id, name, url }): Action => ({
    id: `snapshot-${id}`,
    group: 'links',
    label: name,
    aside: t('openSnapshot'),
    run: () => window.open(url, '_blank', 'noopener'),
  }));
  return {
    matches: [...find(actions, typed), ...opening],
    isSearching: typed !== '' && (typed !== asked || snapshots.isFetching),
    hasFailed: typed !== '' && snapshots.isError,
  };
}

interface PaletteProps {
  /** Gives what was typed before there was a field to type it into. */
  takeTyped: () => string;
  onClose: () => void;
}

/** Every action and every snapshot, found by typing a little of it. */
export function Palette({ takeTyped, onClose }: PaletteProps) {
  const [opener] = useState(() => document.activeElement);
  const [text, setText] = useState('');
  const [selected, setSelected] = useState(0);
  const typed = text.trim();
  const { matches, isSearching, hasFailed } = useMatches(typed);
  const id = useId();
  const current = matches[Math.min(selected, matches.length - 1)];
  const currentId = current && optionId(id, current);

  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  function close(): void {
    // At once, so that what is run next finds the focus where it was, or moves it for good.
    if (opener instanceof HTMLElement) opener.focus();
    onClose();
  }

  function run(action: Action): void {
    close();
    action.run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    const count = matches.length;
    const at = current ? matches.indexOf(current) : 0;
    if (event.key === 'ArrowDown') setSelected((at + 1) % Math.max(count, 1));
    else if (event.key === 'ArrowUp') setSelected((at + count - 1) % Math.max(count, 1));
    else if (event.key === 'Enter' && current) run(current);
    else return;
    event.preventDefault();
  }

  return (
    <Modal
      opened
      onClose={close}
      centered={false}
      yOffset="12vh"
      size={600}
      padding={0}
      withCloseButton={false}
      returnFocus={false}
    >
      <Modal.Title className={styles.unseen}>{t('title')}</Modal.Title>
      <div className={styles.field}>
        <Search size={16} aria-hidden />
        <input
          className={styles.input}
          role="combobox"
          aria-label={t('search')}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={currentId}
          placeholder={t('search')}
          maxLength={NAME_MAX}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={text}
          onFocus={() => setText(text + takeTyped())}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setSelected(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <PaletteList id={id} matches={matches} current={current} onSelect={setSelected} onRun={run} />
      <output className={matches.length > 0 && !hasFailed ? styles.unseen : styles.nothing}>
        {hasFailed
          ? t('searchFailed')
          : matches.length > 0
            ? t('found', { count: matches.length })
            : !isSearching && t('nothing', { text: typed })}
      </output>
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
    </Modal>
  );
}
