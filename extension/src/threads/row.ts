import path from 'node:path';
import type { Comment } from '@stagelink/shared/contracts/comments';
import { count } from '@stagelink/shared/domain/format';
import { factsOn, writer } from './facts.ts';
import { firstLine, plain } from './text.ts';
import { childrenOf, type Node, type RouteNode, type SnapshotNode, type ThreadNode } from './tree.ts';

/** A row of the view. Every text in it is untrusted and shown as plain text. */
export interface Row {
  label: string;
  children: 'none' | 'collapsed' | 'expanded';
  id?: string;
  description?: string;
  tooltip?: string;
  /** Names of the editor's icon and colour. */
  icon: { name: string; color?: string };
  contextValue?: string;
  accessibleLabel?: string;
  command?: { command: string; title: string; arguments?: unknown[] };
}

/** Escapes each line for a tooltip. */
const wholeText = ({ text }: Comment): string => text.split('\n').map(plain).join('\n').trim();

function iconOf({ thread: { comment, pin }, isNew }: ThreadNode): Row['icon'] {
  if (comment.state === 'resolved') return { name: 'pass' };
  if (isNew) return { name: 'comment-unresolved', color: 'notificationsInfoIcon.foreground' };
  if (pin?.status === 'lost') return { name: 'comment', color: 'list.warningForeground' };
  return { name: 'comment' };
}

function threadRow(node: ThreadNode, now: number): Row {
  const { comment, replies } = node.thread;
  const line = firstLine(comment.text);
  const facts = factsOn(node.thread, now).join(' · ');
  const can = [
    ...(comment.can.reply ? ['canReply'] : []),
    ...(comment.can.resolve ? [comment.state === 'resolved' ? 'canReopen' : 'canResolve'] : []),
  ];
  const pin = comment.pinNumber === null ? '' : `Pin ${comment.pinNumber}: `;
  return {
    label: comment.pinNumber === null ? line : `${comment.pinNumber}  ${line}`,
    children: replies.length === 0 ? 'none' : 'collapsed',
    id: comment.id,
    description: facts,
    tooltip: `${wholeText(comment)}\n\n${facts}`,
    icon: iconOf(node),
    contextValue: ['thread', ...can].join(' '),
    accessibleLabel: `${node.isNew ? 'New. ' : ''}${pin}${line}. ${facts}`,
    command: { command: 'stagelink.openThread', title: 'Open in the Browser', arguments: [node] },
  };
}

const routeRow = ({ route, snapshotId, threads }: RouteNode): Row => ({
  label: route === null ? 'Whole snapshot' : plain(route),
  children: 'expanded',
  id: `${snapshotId} ${route ?? ''}`,
  description: String(threads.length),
  icon: { name: 'file' },
  contextValue: 'route',
});

function snapshotRow({ shown: { snapshotId, folder }, ...node }: SnapshotNode): Row {
  // Folders of the same name are distinguished by their parent.
  const where = folder !== null && node.hasNamesake ? [path.basename(path.dirname(folder))] : [];
  return {
    label: plain(node.name),
    children: 'expanded',
    id: snapshotId,
    description: [count(node.count, 'thread'), ...where].join(' · '),
    tooltip: folder ?? plain(node.name),
    icon: { name: 'browser' },
    contextValue: folder === null ? 'added snapshot' : 'snapshot',
  };
}

/** Converts a node to its row, with times relative to a moment. */
export function rowOf(node: Node, now: number): Row {
  switch (node.kind) {
    case 'problem':
      return {
        label: plain(node.message),
        children: 'none',
        icon: { name: 'warning' },
        tooltip: `${plain(node.message)}\nSelect to try again.`,
        command: { command: 'stagelink.refreshComments', title: 'Try Again' },
      };
    case 'snapshot':
      return snapshotRow(node);
    case 'route':
      return routeRow(node);
    case 'thread':
      return threadRow(node, now);
    case 'reply':
      return {
        label: firstLine(node.reply.text),
        children: 'none',
        id: node.reply.id,
        description: writer(node.reply, now).join(' · '),
        tooltip: wholeText(node.reply),
        icon: { name: 'reply' },
        contextValue: 'reply',
      };
  }
}

/** Returns a text that differs where the rows of two trees look different, but for the time that passed. */
export function appearanceOf(nodes: readonly Node[]): string {
  const rows = (level: readonly Node[]): unknown[] =>
    level.map((node) => ({ ...rowOf(node, 0), command: null, below: rows(childrenOf(node)) }));
  return JSON.stringify(rows(nodes));
}
