import type { Point } from '@stagelink/shared/locator/locator';
import { findingSign } from '@stagelink/shared/domain/findingSign';
import type { DrawnPin } from '@stagelink/shared/preview/messages';
import { type Cluster, cluster } from './clusters.ts';
import type { Layer } from './layer.ts';
import { own } from './own.ts';

/** A pin that is visible now. */
export interface VisiblePin {
  pin: DrawnPin;
  at: Point;
  isDoubtful: boolean;
}

/** Touch radius around the middle of a marker, in pixels. */
const REACH = 14;
const MIDDLE = { x: 10, y: -10 };
const EDGE = 24;

const signOf = ({ number, isFinding }: DrawnPin) =>
  isFinding ? findingSign(number ?? 0) : `${number ?? ''}`;

/** No two marks have the same: a cluster has the sign of its first pin, which is not drawn elsewhere. */
function labelOf(members: readonly VisiblePin[]): string {
  const sign = members.map(({ pin }) => signOf(pin)).find(Boolean) ?? '';
  return members.length > 1 || sign === '' ? `${sign}+` : sign;
}

/** Returns a point that lets a marker at it stay on the screen. */
const onScreen = ({ x, y }: Point): Point => ({
  x: Math.min(x, own.widthOf(window) - EDGE),
  y: Math.max(y, EDGE),
});

/** One element for the pins of a cluster. */
class Marker {
  readonly #part: HTMLElement;
  readonly #face: HTMLElement;
  #cluster: Cluster<VisiblePin>;
  #appearance = '';
  #position = '';

  constructor(layer: Layer, group: Cluster<VisiblePin>) {
    this.#part = layer.add('mark');
    own.setAttribute(this.#part, 'aria-hidden', 'true');
    this.#face = layer.add('face', this.#part);
    this.#cluster = group;
  }

  get ids(): string[] {
    return this.#cluster.members.map(({ pin }) => pin.id);
  }

  draw(group: Cluster<VisiblePin>): void {
    this.#cluster = group;
    this.#setAppearance(group.members);
    // The lower left corner points at the element, unless the marker would leave the screen.
    const { x, y } = onScreen(group.at);
    const position = `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
    if (position === this.#position) return;
    this.#position = position;
    own.setStyles(own.inlineStyle(this.#part), 'transform', position);
  }

  distanceTo({ x, y }: Point): number {
    const corner = onScreen(this.#cluster.at);
    return Math.max(Math.abs(corner.x + MIDDLE.x - x), Math.abs(corner.y + MIDDLE.y - y));
  }

  remove(): void {
    own.remove(this.#part);
  }

  #setAppearance(members: VisiblePin[]): void {
    const isMany = members.length > 1;
    const label = labelOf(members);
    const states = {
      'data-many': isMany,
      'data-resolved': !isMany && members.every(({ pin }) => pin.isResolved),
      'data-doubtful': members.every(({ isDoubtful }) => isDoubtful),
      'data-current': members.some(({ pin }) => pin.isCurrent),
      'data-agent': members.some(({ pin }) => pin.isWithAgent),
      'data-finding': members.every(({ pin }) => pin.isFinding),
    };
    const appearance = label + JSON.stringify(states);
    if (appearance === this.#appearance) return;
    this.#appearance = appearance;
    own.write(this.#face, label);
    for (const [name, isOn] of Object.entries(states)) own.toggleAttribute(this.#part, name, isOn);
  }
}

/** Draws the markers of the pins that are visible. */
export class Markers {
  readonly #layer: Layer;
  /** Keyed by the first pin of a cluster, so that a moving marker keeps its element. */
  readonly #markers = new Map<string, Marker>();

  constructor(layer: Layer) {
    this.#layer = layer;
  }

  draw(visible: VisiblePin[]): void {
    const gone = new Map(this.#markers);
    for (const group of cluster(visible)) {
      const id = group.members[0]?.pin.id ?? '';
      const marker = this.#markers.get(id) ?? new Marker(this.#layer, group);
      this.#markers.set(id, marker);
      gone.delete(id);
      marker.draw(group);
    }
    for (const [id, marker] of gone) {
      marker.remove();
      this.#markers.delete(id);
    }
  }

  /** Returns the ids of the pins at a point of the screen. */
  at(x: number, y: number): string[] {
    let nearest: Marker | undefined;
    let least = REACH;
    for (const marker of this.#markers.values()) {
      const distance = marker.distanceTo({ x, y });
      if (distance > least) continue;
      least = distance;
      nearest = marker;
    }
    return nearest?.ids ?? [];
  }
}
