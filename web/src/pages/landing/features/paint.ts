import type { SVGAttributes } from 'react';

const ROUND = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
const CENTERED = { fontSize: 10, fontWeight: 600, textAnchor: 'middle' } as const;
const AT_END = { fontSize: 10.5, textAnchor: 'end' } as const;
const OUTLINE = { fill: 'none', strokeWidth: 1.5 } as const;

/** The colors and letters of the drawings. */
export const paint = {
  window: { fill: '#14171b', stroke: '#2c3036' },
  card: { fill: '#1b1f24', stroke: '#3a3f46' },
  field: { fill: '#0f1114', stroke: '#3a3f46' },
  rule: { fill: 'none', stroke: '#2c3036' },
  faint: { fill: '#30353c' },
  area: { fill: '#23272d' },
  strong: { fill: '#7d838b' },
  person: { fill: '#3a3f46' },
  action: { fill: 'var(--text)' },
  accent: { fill: 'var(--accent)' },
  good: { fill: 'var(--good)' },
  pin: { fill: 'var(--pin)' },
  onAction: { ...ROUND, stroke: '#0f1114', strokeWidth: 1.5 },
  check: { ...ROUND, stroke: 'var(--good)', strokeWidth: 2 },
  lockBow: { ...ROUND, stroke: 'var(--accent)', strokeWidth: 2.5 },
  target: { ...OUTLINE, stroke: 'var(--pin)' },
  foundLink: { ...OUTLINE, stroke: 'var(--accent)' },
  found: { ...OUTLINE, stroke: 'var(--accent)', strokeDasharray: '3 3' },
  pinLabel: { ...CENTERED, fill: 'var(--on-pin)' },
  initial: { ...CENTERED, fontSize: 9, fill: 'var(--text)' },
  label: { ...CENTERED, fill: '#0f1114' },
  choice: { ...CENTERED, fill: 'var(--text)' },
  name: { fontSize: 10.5, fontWeight: 600, fill: 'var(--text)' },
  words: { fontSize: 10.5, fill: 'var(--text)' },
  small: { fontSize: 10.5, fill: 'var(--muted)' },
  smallEnd: { ...AT_END, fill: 'var(--muted)' },
  goodEnd: { ...AT_END, fill: 'var(--good)' },
  pinEnd: { ...AT_END, fill: 'var(--pin)' },
  address: { fontFamily: 'var(--mono)', fontSize: 7, fill: '#c9c8c4' },
  pale: { fontSize: 15, fontWeight: 600, fill: '#565b62' },
  measured: { fontSize: 15, fontWeight: 600, fill: 'var(--accent)' },
} as const satisfies Record<string, SVGAttributes<SVGElement>>;
