import type { Point } from '@stagelink/shared/locator/locator';

/** Markers nearer than this, in pixels, cover each other's number. */
const NEAR = 16;

export interface Cluster<T> {
  at: Point;
  members: T[];
}

/** Groups overlapping markers. A cluster stays at the place of its first member. */
export function cluster<T extends { at: Point }>(all: readonly T[]): Cluster<T>[] {
  const clusters: Cluster<T>[] = [];
  for (const one of all) {
    const near = clusters.find(
      ({ at }) => Math.abs(at.x - one.at.x) < NEAR && Math.abs(at.y - one.at.y) < NEAR,
    );
    if (near) near.members.push(one);
    else clusters.push({ at: one.at, members: [one] });
  }
  return clusters;
}
