/** Room between neighbours: 2, 4, 6, 8, 12, 16, 20 and 24 pixels. */
export type Gap = 'hairline' | 'tiny' | 'snug' | 'small' | 'medium' | 'large' | 'huge' | 'vast';

type Room = Extract<Gap, 'tiny' | 'small' | 'medium' | 'large' | 'vast'>;

/** Where a part is among its neighbours. */
export interface Placement {
  /** Room before and after it, where its neighbours are not in a stack with a gap. */
  above?: Room | undefined;
  below?: Room | undefined;
  /** Takes the room that its neighbours in the line leave. */
  isGrowing?: boolean | undefined;
}

/** Returns the attributes that the styles read. */
export const placementOf = ({ above, below, isGrowing }: Placement) => ({
  'data-above': above,
  'data-below': below,
  'data-growing': isGrowing,
});
