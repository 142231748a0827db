import { type KeyboardEvent, useId, useState } from 'react';
import { isComposing } from '../../kit/composing.ts';
import { usePeople } from './api.ts';

const MENTION = /(?:^|[\s(])@([^\s@][^@\n]{0,60}|)$/u;
const SHOWN = 6;

interface MentionQuery {
  /** Start of the name, after its `@`. */
  from: number;
  typed: string;
}

function queryAt(text: string, caret: number): MentionQuery | null {
  const typed = MENTION.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? null : { from: caret - typed.length, typed: typed.toLowerCase() };
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Completes names of people known to a snapshot. */
export function useMentions(snapshotId: string, onChoose: (from: number, to: number, name: string) => void) {
  const [mention, setMention] = useState<MentionQuery | null>(null);
  const [at, setAt] = useState(0);
  const id = useId();
  const { data } = usePeople(snapshotId, mention !== null);
  const people = mention
    ? (data ?? []).filter(({ name }) => name.toLowerCase().startsWith(mention.typed)).slice(0, SHOWN)
    : [];
  const isOpen = people.length > 0;
  const close = () => setMention(null);

  function choose(name: string): void {
    if (mention) onChoose(mention.from, mention.from + mention.typed.length, name);
    close();
  }

  /** Returns true if the list handled the key. */
  function press(event: KeyboardEvent): boolean {
    if (!isOpen || isComposing(event)) return false;
    const by = STEPS[event.key];
    const chosen = people[at];
    if (by !== undefined) setAt((at + by + people.length) % people.length);
    else if (event.key === 'Escape') close();
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) choose(chosen.name);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  function updateQuery(text: string, caret: number): void {
    setMention(queryAt(text, caret));
    setAt(0);
  }

  return { id, people, at, isOpen, choose, press, updateQuery, close };
}

export type Mentions = ReturnType<typeof useMentions>;
