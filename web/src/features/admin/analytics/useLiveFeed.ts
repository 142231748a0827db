import type { ActivityEvent } from '@stagelink/shared/contracts/admin';
import { useEffect, useRef, useState } from 'react';
import { type ActivityQuery, showNewest, useNewestActivity } from '../api.ts';

interface ListedEvents {
  events: readonly ActivityEvent[];
}

/** Counts the events of the newest page that are not listed yet. */
export function countFresh(newest: readonly ActivityEvent[], pages: readonly ListedEvents[]): number {
  const listed = new Set(pages.flatMap(({ events }) => events.map(({ id }) => id)));
  return newest.filter(({ id }) => !listed.has(id)).length;
}

/**
 * Shows new events at once, or counts them while the list is read: the pointer or the focus is inside, or its top is
 * out of sight.
 */
export function useLiveFeed(
  query: ActivityQuery,
  pages: readonly ListedEvents[] | undefined,
  isPaused: boolean,
) {
  const element = useRef<HTMLDivElement>(null);
  const [isInside, setIsInside] = useState(false);
  // A pressed button that disappears takes the focus without an event, so the state only renders again.
  const [, setFocusChanges] = useState(0);
  // The oldest events change only when they are pruned.
  const isOn = pages !== undefined && !isPaused && query.sortBy === 'recent';
  const newest = useNewestActivity(query, isOn).data;
  const fresh = isOn && newest ? countFresh(newest.events, pages) : 0;

  function show(): void {
    if (newest) showNewest(query, newest);
  }

  useEffect(() => {
    const isScrolled = (element.current?.getBoundingClientRect().top ?? 0) < 0;
    const hasFocus = element.current?.contains(document.activeElement) ?? false;
    if (fresh > 0 && !isInside && !hasFocus && !isScrolled) show();
  });

  const area = {
    ref: element,
    onPointerEnter: () => setIsInside(true),
    onPointerLeave: () => setIsInside(false),
    onBlur: () => setFocusChanges((changes) => changes + 1),
  };
  return { fresh, show, area };
}
