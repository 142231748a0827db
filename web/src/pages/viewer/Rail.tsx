import { Info, ClipboardCheck, MessagesSquare, PanelLeft } from 'lucide-react';
import { t as comments } from '../../features/comments/copy.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { t } from './copy.ts';
import { type Panel, type PanelName } from './panels.tsx';
import styles from './Rail.module.css';

const ICONS = {
  comments: MessagesSquare,
  reviews: ClipboardCheck,
  details: Info,
};

type RailPanel = Panel & { name: keyof typeof ICONS };
/** The assistant's button is in the bar. */
const isInRail = (panel: Panel): panel is RailPanel => Object.hasOwn(ICONS, panel.name);

/** What is left of the closed column of pages. */
export function PagesRail({ onOpen }: { onOpen: () => void }) {
  return (
    <nav className={`${styles.rail} ${styles.left}`} data-rail="left" aria-label={t('pages')}>
      <IconButton label={t('showPages')} title={t('showPages')} aria-keyshortcuts="[" onClick={onOpen}>
        <PanelLeft size={16} />
      </IconButton>
    </nav>
  );
}

interface PanelRailProps {
  panels: readonly Panel[];
  /** Number of unresolved threads. */
  unresolved: number;
  onOpen: (panel: PanelName) => void;
}

/** What is left of the closed right column. */
export function PanelRail({ panels, unresolved, onOpen }: PanelRailProps) {
  const countOf = (name: PanelName) => (name === 'comments' ? unresolved : 0);
  return (
    <nav className={`${styles.rail} ${styles.right}`} data-rail="right" aria-label={t('panels')}>
      {panels.filter(isInRail).map(({ name, title }) => {
        const Icon = ICONS[name];
        const count = countOf(name);
        return (
          <IconButton
            key={name}
            label={count > 0 ? comments('openComments', { count }) : t('showNamed', { title })}
            title={title}
            onClick={() => onOpen(name)}
          >
            <Icon size={16} />
            {count > 0 && <span className={styles.count}>{count > 99 ? '99+' : count}</span>}
          </IconButton>
        );
      })}
    </nav>
  );
}
