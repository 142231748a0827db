import { count } from '@stagelink/shared/domain/format';
import {
  commands,
  type Disposable,
  EventEmitter,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  type TreeView,
  window,
} from 'vscode';
import type { Comments } from './comments.ts';
import { appearanceOf, type Row, rowOf } from './row.ts';
import { childrenOf, type Node } from './tree.ts';

export const COMMENTS_VIEW = 'stagelink.comments';

/** Times are shown in minutes. */
const REDRAW_MS = 60_000;

const CHILDREN = {
  none: TreeItemCollapsibleState.None,
  collapsed: TreeItemCollapsibleState.Collapsed,
  expanded: TreeItemCollapsibleState.Expanded,
};

function itemOf({ label, children, icon, accessibleLabel, ...rest }: Row): TreeItem {
  const item = Object.assign(new TreeItem(label, CHILDREN[children]), rest);
  item.iconPath = new ThemeIcon(icon.name, icon.color === undefined ? undefined : new ThemeColor(icon.color));
  if (accessibleLabel !== undefined) item.accessibilityInformation = { label: accessibleLabel };
  return item;
}

export function createCommentsView(comments: Comments): Disposable {
  const changed = new EventEmitter<void>();
  const provider: TreeDataProvider<Node> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: (node) => itemOf(rowOf(node, Date.now())),
    getChildren: (node) => (node ? childrenOf(node) : comments.tree()),
  };
  const view = window.createTreeView(COMMENTS_VIEW, { treeDataProvider: provider, showCollapseAll: true });
  let drawn: string | undefined;
  const draw = () => {
    const appearance = appearanceOf(comments.tree());
    // Redrawing a row would lose a click in progress.
    if (appearance !== drawn) changed.fire();
    drawn = appearance;
    drawAround(view, comments);
  };
  const redraw = setInterval(() => view.visible && changed.fire(), REDRAW_MS);
  const parts = [
    view,
    changed,
    comments.onDidChange(draw),
    view.onDidChangeVisibility(({ visible }) => comments.setVisible(visible)),
  ];
  drawAround(view, comments);
  return {
    dispose() {
      clearInterval(redraw);
      for (const part of parts) part.dispose();
    },
  };
}

/** Updates the badge and the context key of the empty view's text. */
function drawAround(view: TreeView<Node>, comments: Comments): void {
  const { unseen, state, showsResolved } = comments;
  view.badge = unseen === 0 ? undefined : { value: unseen, tooltip: count(unseen, 'new thread') };
  void commands.executeCommand('setContext', 'stagelink.comments', state);
  void commands.executeCommand('setContext', 'stagelink.showsResolved', showsResolved);
}
