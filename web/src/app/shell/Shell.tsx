import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useHost } from '../../lib/host.ts';
import type { Person } from '../../features/identity/account/person.ts';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';
import { useUndoKey } from './useUndoKey.ts';
import { PanelLeft } from 'lucide-react';
import { Drawer } from '../../kit/Drawer.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { t as projects } from '../../features/projects/copy.ts';
import { t } from '../../pages/dashboard/copy.ts';
import { follow } from '../liveUpdates.ts';
import type { Channel, ChannelAddress, Live, LiveState } from '../../lib/liveChannel.ts';
import { useMediaQuery } from '../../lib/useMediaQuery.ts';
import { readStored, writeStored } from '../../lib/localStore.ts';
import { useLocation } from '../../lib/router.ts';

const KEY = 'sidebar';
const HIDDEN = 'hidden';

/** Beside the page on wide screens, in its last state; otherwise a drawer that navigation closes. */
function useSidebar() {
  const isWide = useMediaQuery('(min-width: 1024px)');
  const [isShown, setIsShown] = useState(() => readStored(KEY) !== HIDDEN);
  // The location it was opened at: navigation changes the key and closes it.
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = isWide ? isShown : openedAt === key;

  function toggle(): void {
    if (!isWide) return setOpenedAt(isOpen ? null : key);
    writeStored(KEY, isShown ? HIDDEN : null);
    setIsShown(!isShown);
  }

  return { isWide, isOpen, toggle };
}

function useLive(address: ChannelAddress): Live {
  const [state, setState] = useState<LiveState>('connecting');
  const following = useRef<Channel>(undefined);
  useEffect(() => {
    const started = follow(address, setState);
    following.current = started;
    return started.stop;
  }, [address]);
  const retry = useCallback(() => following.current?.restart(), []);
  return { state, retry };
}

interface SidebarToggleProps {
  isOpen: boolean;
  onToggle: () => void;
}

function SidebarToggle({ isOpen, onToggle }: SidebarToggleProps) {
  const label = t(isOpen ? 'hideSidebar' : 'showSidebar');
  return (
    <IconButton size="large" label={label} title={label} aria-expanded={isOpen} onClick={onToggle}>
      <PanelLeft size={16} />
    </IconButton>
  );
}

/** Lets the keyboard skip the bar and the sidebar. */
function SkipLink({ main }: { main: RefObject<HTMLElement | null> }) {
  return (
    <a
      className="skip"
      href="#main"
      onClick={(event) => {
        // The address stays as it is.
        event.preventDefault();
        main.current?.focus();
      }}
    >
      {t('skip')}
    </a>
  );
}

/** Layout of signed-in pages. Keeps one live channel for all of them. */
export function Shell({ user, children }: { user: Person; children: ReactNode }) {
  const { channel, Notices } = useHost();
  const live = useLive(channel);
  useUndoKey();
  const main = useRef<HTMLElement>(null);
  const { isWide, isOpen, toggle } = useSidebar();
  return (
    <>
      <SkipLink main={main} />
      <TopBar user={user} live={live.state} start={<SidebarToggle isOpen={isOpen} onToggle={toggle} />} />
      <div className={styles.page} data-sidebar={isWide && isOpen}>
        {isWide && isOpen && (
          <div className={styles.sidebar}>
            <Sidebar />
          </div>
        )}
        {!isWide && (
          <Drawer title={projects('menu')} isOpen={isOpen} onClose={toggle}>
            <Sidebar />
          </Drawer>
        )}
        <div className={styles.beside}>
          <Notices live={live} />
          <main ref={main} id="main" className={styles.main} tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </>
  );
}
