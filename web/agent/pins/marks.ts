import type { Point } from '@stagelink/shared/locator/locator';
import type { DrawnPin } from '@stagelink/shared/preview/messages';
import { type Cluster, cluster } from './clusters.ts';
import type { Layer } from './layer.ts';
import { own } from './own.ts';

/** A pin somebody can see now. */
export interface Seen {
  pin: DrawnPin;
  at: Point;
  isDoubtful: boolean;
}

interface Mark {
  part: HTMLElement;
  face: HTMLElement;
  looks: string;
  at: string;
  cluster: Cluster<Seen>;
}

/** A finger needs this much from the middle of a mark. */
const REACH = 14;
const MIDDLE = { x: 10, y: -10 };
const EDGE = 24;

const labelOf = ({ members }: Cluster<Seen>) =>
  members.length > 1 ? `${members.length}` : `${members[0]?.pin.number ?? '+'}`;

export interface Marks {
  draw: (seen: Seen[]) => void;
  /** The pins whose mark is at a place on the screen; none where there is no mark. */
  at: (x: number, y: number) => string[];
}

export function createMarks(layer: Layer): Marks {
  /** By the first pin of a cluster, so that a mark that moves is the same mark. */
  const marks = new Map<string, Mark>();

  function make(group: Cluster<Seen>): Mark {
    const part = layer.add('mark');
    own.setAttribute(part, 'aria-hidden', 'true');
    return { part, face: layer.add('face', part), looks: '', at: '', cluster: group };
  }

  function update(mark: Mark): void {
    const { members, at } = mark.cluster;
    const label = labelOf(mark.cluster);
    const isMany = members.length > 1;
    const isResolved = members.every(({ pin }) => pin.isResolved);
    const isDoubtful = members.every((one) => one.isDoubtful);
    const isCurrent = members.some(({ pin }) => pin.isCurrent);
    const looks = `${label} ${isMany} ${isResolved} ${isDoubtful} ${isCurrent}`;
    if (looks !== mark.looks) {
      mark.looks = looks;
      own.write(mark.face, label);
      own.toggleAttribute(mark.part, 'data-many', isMany);
      own.toggleAttribute(mark.part, 'data-resolved', isResolved);
      own.toggleAttribute(mark.part, 'data-doubtful', isDoubtful);
      own.toggleAttribute(mark.part, 'data-current', isCurrent);
    }
    // Its lower left corner points at the place, unless that would push it out of sight.
    const x = Math.min(at.x, own.widthOf(window) - EDGE);
    const y = Math.max(at.y, EDGE);
    const place = `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
    if (place === mark.at) return;
    mark.at = place;
    own.setStyles(own.inlineStyle(mark.part), 'transform', place);
  }

  return {
    draw(seen) {
      const gone = new Set(marks.keys());
      for (const group of cluster(seen)) {
        const id = group.members[0]?.pin.id ?? '';
        let mark = marks.get(id);
        if (mark) mark.cluster = group;
        else marks.set(id, (mark = make(group)));
        gone.delete(id);
        update(mark);
      }
      for (const id of gone) {
        const mark = marks.get(id);
        if (mark) own.remove(mark.part);
        marks.delete(id);
      }
    },
    at(x, y) {
      let nearest: Cluster<Seen> | undefined;
      let least = REACH;
      for (const { cluster: group } of marks.values()) {
        const middleX = Math.min(group.at.x, own.widthOf(window) - EDGE) + MIDDLE.x;
        const middleY = Math.max(group.at.y, EDGE) + MIDDLE.y;
        const distance = Math.max(Math.abs(middleX - x), Math.abs(middleY - y));
        if (distance > least) continue;
        least = distance;
        nearest = group;
      }
      return nearest?.members.map(({ pin }) => pin.id) ?? [];
    },
  };
}
