/** Room between neighbours: 2, 4, 6, 8, 12, 16, 20 and 24 pixels. */
export type Gap = 'hairline' | 'tiny' | 'snug' | 'small' | 'medium' | 'large' | 'huge' | 'vast';
