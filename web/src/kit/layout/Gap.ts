/** Room between neighbours: 2, 4, 8, 12, 16 and 20 pixels. */
export type Gap = 'hairline' | 'tiny' | 'small' | 'medium' | 'large' | 'huge';
