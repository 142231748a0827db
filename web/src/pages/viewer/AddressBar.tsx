import { NavigationBar } from '../../features/navigation/NavigationBar.tsx';
import type { Navigation } from '../../features/navigation/useNavigation.ts';
import { OpenInNewTab } from '../../features/preview/OpenInNewTab.tsx';
import type { PanelProps } from './panels.tsx';

interface AddressBarProps extends Pick<PanelProps, 'snapshot'> {
  preview: Pick<PanelProps['preview'], 'route' | 'version'>;
  navigation: Navigation;
}

/** The address that is shown, with a tab of its own for it. */
export const AddressBar = ({ snapshot, preview, navigation }: AddressBarProps) => (
  <NavigationBar navigation={navigation} contentOrigin={snapshot.contentOrigin}>
    <OpenInNewTab snapshot={snapshot} preview={preview} />
  </NavigationBar>
);
