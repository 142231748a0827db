import type { Navigation } from '../../features/navigation/useNavigation.ts';
import { joinClasses } from '../../kit/joinClasses.ts';
import { PanelLeft, PanelRight, Sparkles } from 'lucide-react';
import { Logo } from '../../kit/Logo.tsx';
import { t as common } from '../../lib/commonCopy.ts';
import { t } from './copy.ts';
import { CommentButton } from './CommentButton.tsx';
import { Later } from './Later.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import type { PanelProps } from './panels.tsx';
import { Share } from './Share.tsx';
import styles from './TopBar.module.css';
import type { Column } from './useColumns.ts';
import type { Framing } from '../../features/preview/useFrame.ts';
import { VersionMenu } from '../../features/versions/VersionMenu.tsx';

function Title({ snapshot: { name, ownerName, captured } }: Pick<PanelProps, 'snapshot'>) {
  return (
    <div className={styles.title}>
      <h1 className={styles.name} title={name} dir="auto">
        {name}
      </h1>
      {ownerName !== null && (
        <span className={styles.owner} title={ownerName}>
          {t('by')} <bdi>{ownerName}</bdi>
        </span>
      )}
      {captured && <span className={styles.owner}>{t('capturedFrom', { host: captured.from })}</span>}
    </div>
  );
}

interface ActionsProps extends PanelProps {
  navigation: Navigation;
  framing: Framing;
  onComment: () => void;
  onDetails: () => void;
  isAssistantShown: boolean;
  onAssistant: () => void;
}

function Actions(props: ActionsProps) {
  const { snapshot, preview, navigation, framing, onComment, onDetails, isAssistantShown, onAssistant } =
    props;
  const isMember = snapshot.you.kind === 'owner' || snapshot.you.kind === 'user';
  return (
    <>
      <Later>{({ People }) => <People snapshotId={snapshot.id} />}</Later>
      <div className={styles.frames}>
        <Later>{({ FrameMenu }) => <FrameMenu {...framing} preview={preview} />}</Later>
      </div>
      <IconButton
        className={styles.wide}
        label={t('assistantName')}
        title={t('assistantName')}
        aria-pressed={isAssistantShown}
        onClick={onAssistant}
      >
        <Sparkles size={16} />
      </IconButton>
      <Share snapshot={snapshot} route={navigation.route} version={preview.version} />
      {isMember && (
        <a
          className={joinClasses(buttonClass({ variant: 'plain', size: 'small' }), styles.wide)}
          href="/dashboard"
          // It may be in a frame, where the dashboard is not shown.
          target="_top"
        >
          {t('dashboard')}
        </a>
      )}
      {snapshot.canComment && <CommentButton onPress={onComment} />}
      <div className={styles.more}>
        <Later>
          {({ MoreMenu }) => (
            <MoreMenu snapshot={snapshot} preview={preview} onDetails={onDetails} onAssistant={onAssistant} />
          )}
        </Later>
      </div>
    </>
  );
}

interface TopBarProps extends ActionsProps {
  columns: Record<Column, boolean>;
  onToggle: (column: Column) => void;
}

export function TopBar({ columns, onToggle, ...props }: TopBarProps) {
  const { snapshot, preview, navigation } = props;
  return (
    <header className={styles.bar}>
      <IconButton
        className={styles.column}
        label={t('showPages')}
        aria-expanded={columns.files}
        onClick={() => onToggle('files')}
      >
        <PanelLeft size={16} />
      </IconButton>
      <a className={styles.mark} href="/" aria-label={common('product')}>
        <Logo size={16} />
      </a>
      <Title snapshot={snapshot} />
      <VersionMenu {...props} />
      <div className={styles.navigation}>
        <Later>
          {({ AddressBar }) => <AddressBar snapshot={snapshot} preview={preview} navigation={navigation} />}
        </Later>
      </div>
      <div className={styles.actions}>
        <Actions {...props} />
        <IconButton
          className={styles.column}
          label={t('showPanel')}
          aria-expanded={columns.panel}
          aria-keyshortcuts="]"
          onClick={() => onToggle('panel')}
        >
          <PanelRight size={16} />
        </IconButton>
      </div>
    </header>
  );
}
