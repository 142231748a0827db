import type { Point } from '@stagelink/shared/locator/locator';
import type { DrawnPin } from '@stagelink/shared/preview/messages';
import { type Cluster, cluster } from './clusters.ts';
import type { Layer } from './layer.ts';
import { own } from './own.ts';

/** A pin that is visible now. */
export interface Seen {
  pin: DrawnPin;
  at: Point;
  isDoubtful: boolean;
}

interface Mark {
  part: HTMLElement;
  face: HTMLElement;
  appearance: string;
  at: string;
  cluster: Cluster<Seen>;
}

/** Touch radius around the middle of a marker, in pixels. */
const REACH = 14;
const MIDDLE = { x: 10, y: -10 };
const EDGE = 24;

const labelOf = ({ members }: Cluster<Seen>) =>
  `${members.length > 1 ? members.length : (members[0]?.pin.number ?? '+')}`;

export interface Marks {
  draw: (seen: Seen[]) => void;
  /** Returns the ids of the pins at a point of the screen. */
  at: (x: number, y: number) => string[];
}

export function createMarks(layer: Layer): Marks {
  /** Keyed by the first pin of a cluster, so that a moving marker keeps its element. */
  const marks = new Map<string, Mark>();

  function make(group: Cluster<Seen>): Mark {
    const part = layer.add('mark');
    own.setAttribute(part, 'aria-hidden', 'true');
    return { part, face: layer.add('face', part), appearance: '', at: '', cluster: group };
  }

  function update(mark: Mark): void {
    const { members, at } = mark.cluster;
    const label = labelOf(mark.cluster);
    const isMany = members.length > 1;
    const isResolved = members.every(({ pin }) => pin.isResolved);
    const isDoubtful = members.every((one) => one.isDoubtful);
    const isFinding = members.every(({ pin }) => pin.isFinding);
    const isCurrent = members.some(({ pin }) => pin.isCurrent);
    const appearance = `${label} ${isMany} ${isResolved} ${isDoubtful} ${isCurrent} ${isFinding}`;
    if (appearance !== mark.appearance) {
      mark.appearance = appearance;
      own.write(mark.face, label);
      own.toggleAttribute(mark.part, 'data-many', isMany);
      own.toggleAttribute(mark.part, 'data-resolved', isResolved);
      own.toggleAttribute(mark.part, 'data-doubtful', isDoubtful);
      own.toggleAttribute(mark.part, 'data-current', isCurrent);
      own.toggleAttribute(mark.part, 'data-finding', isFinding);
    }
    // The lower left corner points at the place, unless the marker would leave the screen.
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
