import path from 'node:path';
import type { Comment } from '@stagelink/shared/contracts/comments';
import type { Thread } from '@stagelink/shared/contracts/threads';
import { ago, count } from '@stagelink/shared/domain/format';
import { type PinState, stateOf } from '@stagelink/shared/domain/pins';
import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { firstLine, plain } from './text.ts';
import type { Node, RouteNode, ThreadNode } from './tree.ts';

const { Collapsed, Expanded, None } = TreeItemCollapsibleState;

const PIN_WORDS: Partial<Record<PinState, string>> = {
  doubtful: 'pin doubtful',
  lost: 'pin lost',
  removed: 'element removed',
};

const writer = ({ authorName, createdAt }: Comment, now: number) => [
  plain(authorName),
  ago(new Date(createdAt), new Date(now)),
];

function factsOn({ comment, replies, pin }: Thread, now: number): string[] {
  const isResolved = comment.state === 'resolved';
  return [
    ...writer(comment, now),
    ...(replies.length === 0 ? [] : [count(replies.length, 'reply', 'replies')]),
    ...(comment.isPending ? ['pending approval'] : []),
    ...(isResolved ? ['resolved'] : []),
    ...((!isResolved && pin && PIN_WORDS[stateOf(pin)]) || []),
  ].flat();
}

/** Escapes each line for a tooltip. */
const wholeText = ({ text }: Comment): string => text.split('\n').map(plain).join('\n').trim();

function iconOf({ thread: { comment, pin }, isNew }: ThreadNode): ThemeIcon {
  if (comment.state === 'resolved') return new ThemeIcon('pass');
  if (isNew) return new ThemeIcon('comment-unresolved', new ThemeColor('notificationsInfoIcon.foreground'));
  if (pin?.status === 'lost') return new ThemeIcon('comment', new ThemeColor('list.warningForeground'));
  return new ThemeIcon('comment');
}

function threadItem(node: ThreadNode, now: number): TreeItem {
  const { comment, replies } = node.thread;
  const line = firstLine(comment.text);
  const facts = factsOn(node.thread, now).join(' · ');
  const item = new TreeItem(
    comment.pinNumber === null ? line : `${comment.pinNumber}  ${line}`,
    replies.length === 0 ? None : Collapsed,
  );
  item.id = comment.id;
  item.description = facts;
  item.tooltip = `${wholeText(comment)}\n\n${facts}`;
  item.iconPath = iconOf(node);
  const can = [
    ...(comment.can.reply ? ['canReply'] : []),
    ...(comment.can.resolve ? [comment.state === 'resolved' ? 'canReopen' : 'canResolve'] : []),
  ];
  item.contextValue = ['thread', ...can].join(' ');
  const pin = comment.pinNumber === null ? '' : `Pin ${comment.pinNumber}: `;
  item.accessibilityInformation = { label: `${node.isNew ? 'New. ' : ''}${pin}${line}. ${facts}` };
  item.command = { command: 'stagelink.openThread', title: 'Open in the Browser', arguments: [node] };
  return item;
}

function routeItem({ route, snapshotId, threads }: RouteNode): TreeItem {
  const item = new TreeItem(route === null ? 'Whole snapshot' : plain(route), Expanded);
  item.id = `${snapshotId} ${route ?? ''}`;
  item.description = String(threads.length);
  item.iconPath = new ThemeIcon('file');
  item.contextValue = 'route';
  return item;
}

/** Converts a node to a tree item. Every text in it is untrusted and shown as plain text. */
export function itemOf(node: Node, now: number): TreeItem {
  switch (node.kind) {
    case 'problem': {
      const item = new TreeItem(plain(node.message), None);
      item.iconPath = new ThemeIcon('warning');
      item.tooltip = `${plain(node.message)}\nSelect to try again.`;
      item.command = { command: 'stagelink.refreshComments', title: 'Try Again' };
      return item;
    }
    case 'snapshot': {
      const item = new TreeItem(plain(node.name), Expanded);
      const { snapshotId, folder } = node.shown;
      item.id = snapshotId;
      // Folders of the same name are distinguished by their parent.
      const where = folder !== null && node.hasNamesake ? [path.basename(path.dirname(folder))] : [];
      item.description = [count(node.count, 'thread'), ...where].join(' · ');
      item.tooltip = folder ?? plain(node.name);
      item.iconPath = new ThemeIcon('browser');
      item.contextValue = folder === null ? 'added snapshot' : 'snapshot';
      return item;
    }
    case 'route':
      return routeItem(node);
    case 'thread':
      return threadItem(node, now);
    case 'reply': {
      const item = new TreeItem(firstLine(node.reply.text), None);
      item.id = node.reply.id;
      item.description = writer(node.reply, now).join(' · ');
      item.tooltip = wholeText(node.reply);
      item.iconPath = new ThemeIcon('reply');
      item.contextValue = 'reply';
      return item;
    }
  }
}
