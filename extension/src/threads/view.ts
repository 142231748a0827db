import { count } from '@stagelink/shared/domain/format';
import {
  commands,
  type Disposable,
  EventEmitter,
  type TreeDataProvider,
  type TreeView,
  window,
} from 'vscode';
import type { Comments } from './comments.ts';
import { itemOf } from './item.ts';
import { childrenOf, type Node } from './tree.ts';

export const COMMENTS_VIEW = 'stagelink.comments';

/** Times are shown in minutes. */
const REDRAW_MS = 60_000;

export function createCommentsView(comments: Comments): Disposable {
  const changed = new EventEmitter<void>();
  const provider: TreeDataProvider<Node> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: (node) => itemOf(node, Date.now()),
    getChildren: (node) => (node ? childrenOf(node) : comments.tree()),
  };
  const view = window.createTreeView(COMMENTS_VIEW, { treeDataProvider: provider, showCollapseAll: true });
  let drawn: string | undefined;
  const draw = () => {
    const tree = JSON.stringify(comments.tree(), (key, value: unknown) =>
      key === 'url' ? undefined : value,
    );
    // Redrawing a row would lose a click in progress.
    if (tree !== drawn) changed.fire();
    drawn = tree;
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
