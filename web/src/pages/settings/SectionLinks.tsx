import { useEffect, useRef, useState } from 'react';
import { t as account } from '../../features/identity/account/copy.ts';
import { t as billing } from '../../features/billing/copy.ts';
import { t as follows } from '../../features/follows/copy.ts';
import { preferences } from '../../features/notifications/copy.ts';
import { t as push } from '../../features/push/copy.ts';
import { t as onboarding } from '../../features/onboarding/copy.ts';
import { t as issues } from '../../features/issues/copy.ts';
import { t as webhooks } from '../../features/webhooks/copy.ts';
import { t } from './copy.ts';
import styles from './SettingsPage.module.css';

/** The sections by their anchors, as on the page. */
const SECTIONS = [
  ['account', account('account')],
  ['plan', billing('plan')],
  ['security', account('security')],
  ['subscriptions', follows('following')],
  ['email', preferences('mail')],
  ['notifications', push('notifications')],
  ['webhooks', webhooks('webhooks')],
  ['issues', issues('issues')],
  ['tutorials', onboarding('tutorials')],
  ['actions', account('actions')],
] as const;

/** A section whose top is above this is being read: below the top bar and the row of links. */
const READ_FROM_PX = 140;

const topOf = (anchor: string) => document.getElementById(anchor)?.getBoundingClientRect().top ?? Infinity;

/** Returns the section that is being read. The last ones never reach the top: there the chosen one counts. */
function findCurrent(): string {
  const { scrollHeight, clientHeight } = document.documentElement;
  const isAtEnd = scrollHeight > clientHeight && window.scrollY + clientHeight >= scrollHeight - 2;
  const chosen = window.location.hash.slice(1);
  if (isAtEnd && topOf(chosen) >= 0 && topOf(chosen) < clientHeight) return chosen;
  const begun = SECTIONS.filter(([anchor]) => topOf(anchor) < (isAtEnd ? clientHeight : READ_FROM_PX));
  return (begun.at(-1) ?? SECTIONS[0])[0];
}

function useCurrent(): string {
  const [current, setCurrent] = useState<string>(SECTIONS[0][0]);
  useEffect(() => {
    // Sections draw their content after the browser has looked for the anchor.
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
    const update = () => setCurrent(findCurrent());
    update();
    const listening = new AbortController();
    for (const type of ['scroll', 'resize', 'hashchange'])
      window.addEventListener(type, update, { signal: listening.signal });
    return () => listening.abort();
  }, []);
  return current;
}

/** Links to the sections: a list at the side, or a row below the top bar. */
export function SectionLinks() {
  const links = useRef<HTMLElement>(null);
  const current = useCurrent();
  // The row scrolls sideways.
  useEffect(() => {
    links.current
      ?.querySelector(`[href='#${current}']`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav ref={links} aria-label={t('sections')} className={styles.links}>
      {SECTIONS.map(([anchor, label]) => (
        <a key={anchor} href={`#${anchor}`} aria-current={anchor === current ? 'location' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}
