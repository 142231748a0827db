import { lazy } from 'react';
import type { Navigation } from '../../features/navigation/useNavigation.ts';
import { useThreadList } from '../../features/comments/threadsContext.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { Later } from './Later.ts';
import { type PanelName, type PanelProps, panelsFor } from './panels.tsx';
import { isSheet } from './useColumns.ts';
import type { Panels } from './usePanels.ts';

const PagesColumn = lazy(async () => ({ default: (await import('./PagesColumn.tsx')).PagesColumn }));

interface ViewerColumnsProps extends PanelProps {
  panels: Panels;
  navigation: Navigation;
  /** Number of unresolved threads. */
  unresolved: number;
  onShow: (panel: PanelName) => void;
}

/** The columns beside the preview; a closed one is a rail. */
export function ViewerColumns({ panels, navigation, unresolved, onShow, ...props }: ViewerColumnsProps) {
  const { snapshot, preview } = props;
  const { all } = useThreadList();
  const { columns, toggle } = panels;
  return (
    <>
      {!columns.files && <Later>{({ PagesRail }) => <PagesRail onOpen={() => toggle('files')} />}</Later>}
      {!columns.panel && (
        <Later>
          {({ PanelRail }) => (
            <PanelRail
              panels={panelsFor(snapshot)}
              unresolved={unresolved}
              onOpen={(name) => {
                onShow(name);
                toggle('panel');
              }}
            />
          )}
        </Later>
      )}
      {columns.files && (
        <LazyPart>
          <PagesColumn
            snapshot={snapshot}
            preview={preview}
            navigation={navigation}
            threads={all}
            onOpened={() => isSheet() && toggle('files')}
            onClose={() => toggle('files')}
          />
        </LazyPart>
      )}
      {columns.panel && (
        <Later>
          {({ RightPanel }) => (
            <RightPanel
              {...props}
              shown={panels.current}
              onShow={panels.choose}
              onClose={() => toggle('panel')}
            />
          )}
        </Later>
      )}
    </>
  );
}
