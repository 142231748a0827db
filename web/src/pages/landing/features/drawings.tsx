import type { ReactNode } from 'react';
import { paint } from './paint.ts';

export function Drawing({ width = 320, children }: { width?: number; children: ReactNode }) {
  return (
    <svg viewBox={`0 0 ${width} 168`} width="100%" fontFamily="var(--font)" display="block" aria-hidden>
      {children}
    </svg>
  );
}

interface At {
  x: number;
  y: number;
}

/** A line of text, as a bar. */
export const Line = ({ x, y, width, strong = false }: At & { width: number; strong?: boolean }) => (
  <rect x={x} y={y} width={width} height="6" rx="3" {...(strong ? paint.strong : paint.faint)} />
);

export const Pin = ({ x, y, label }: At & { label: string }) => (
  <g transform={`translate(${x} ${y})`}>
    <path d="M-11-11A11 11 0 1 1 0 0H-11Z" transform="translate(11 0)" {...paint.pin} />
    <text x="11" y="-7" {...paint.pinLabel}>
      {label}
    </text>
  </g>
);

export const Check = ({ x, y }: At) => <path d={`M${x} ${y}l3 3 6-7`} {...paint.check} />;

/** Windows behind each other, the last one with its link. */
export const Snapshots = () => (
  <Drawing>
    {[0, 1, 2, 3].map((at) => (
      <g key={at} transform={`translate(${116 - at * 28} ${22 + at * 16})`} opacity={0.55 + at * 0.15}>
        <rect width="172" height="92" rx="7" {...paint.window} />
        <path d="M0 18H172" {...paint.rule} />
        <circle cx="11" cy="9" r="2.5" {...paint.faint} />
        <circle cx="20" cy="9" r="2.5" {...paint.faint} />
      </g>
    ))}
    <rect x="66" y="75" width="104" height="10" rx="5" {...paint.area} />
    <text x="73" y="82.5" {...paint.address}>
      /s/k3f9-harbour
    </text>
    <Line x={44} y={104} width={72} strong />
    <Line x={44} y={117} width={96} />
    <Line x={44} y={130} width={58} />
    <rect x="152" y="102" width="36" height="44" rx="4" {...paint.area} />
  </Drawing>
);

/** The gate of a snapshot, and the days that are left. */
export const Protection = () => (
  <Drawing>
    <rect x="76" y="18" width="168" height="92" rx="8" {...paint.window} />
    <path d="M153 38v-4a7 7 0 0 1 14 0v4" {...paint.lockBow} />
    <rect x="149" y="38" width="22" height="16" rx="3.5" {...paint.accent} />
    <rect x="94" y="68" width="88" height="24" rx="5" {...paint.field} />
    {[0, 1, 2, 3, 4, 5].map((at) => (
      <circle key={at} cx={106 + at * 10} cy="80" r="2.5" {...paint.strong} />
    ))}
    <rect x="188" y="68" width="38" height="24" rx="5" {...paint.action} />
    <path d="M203 80h8m-3-3 3 3-3 3" {...paint.onAction} />
    {[0, 1, 2, 3, 4, 5, 6].map((at) => (
      <rect
        key={at}
        x={76 + at * 24.5}
        y="132"
        width="21"
        height="6"
        rx="3"
        {...(at < 5 ? paint.good : paint.faint)}
      />
    ))}
    <text x="76" y="154" {...paint.small}>
      5 days left
    </text>
    <text x="244" y="154" {...paint.smallEnd}>
      +7 days
    </text>
  </Drawing>
);

/** A pin at a button, and its comment. */
export const Comments = () => (
  <Drawing>
    <rect x="28" y="22" width="176" height="124" rx="8" {...paint.window} />
    <Line x={46} y={42} width={104} strong />
    <Line x={46} y={56} width={132} />
    <Line x={46} y={68} width={84} />
    <rect x="46" y="94" width="76" height="26" rx="6" {...paint.action} />
    <Line x={60} y={104} width={48} />
    <rect x="41" y="89" width="86" height="36" rx="8" {...paint.target} />
    <Pin x={120} y={92} label="1" />
    <path d="M146 82H166" {...paint.target} />
    <rect x="166" y="48" width="126" height="74" rx="8" {...paint.card} />
    <circle cx="184" cy="67" r="8" {...paint.person} />
    <text x="184" y="70.5" {...paint.initial}>
      G
    </text>
    <text x="198" y="70.5" {...paint.name}>
      Grace
    </text>
    <text x="178" y="92" {...paint.words}>
      Say what happens:
    </text>
    <text x="178" y="107" {...paint.words}>
      “Order ahead”.
    </text>
  </Drawing>
);

const DECISIONS = [
  ['A', 'Ada', true],
  ['G', 'Grace', true],
  ['L', 'Linus', false],
] as const;

/** Three reviewers with their decisions. */
export const Reviews = () => (
  <Drawing>
    <rect x="44" y="18" width="232" height="132" rx="8" {...paint.window} />
    <text x="60" y="40" {...paint.name}>
      Review
    </text>
    <text x="260" y="40" {...paint.smallEnd}>
      2 of 3 approved
    </text>
    <rect x="60" y="48" width="200" height="4" rx="2" {...paint.faint} />
    <rect x="60" y="48" width="133" height="4" rx="2" {...paint.good} />
    {DECISIONS.map(([initial, name, approves], at) => (
      <g key={name} transform={`translate(0 ${64 + at * 27})`}>
        <circle cx="70" cy="10" r="9" {...paint.person} />
        <text x="70" y="13.5" {...paint.initial}>
          {initial}
        </text>
        <text x="87" y="13.5" {...paint.words}>
          {name}
        </text>
        {approves ? (
          <>
            <Check x={190} y={10} />
            <text x="260" y="13.5" {...paint.goodEnd}>
              Approved
            </text>
          </>
        ) : (
          <text x="260" y="13.5" {...paint.pinEnd}>
            Changes requested
          </text>
        )}
      </g>
    ))}
  </Drawing>
);

/** A heading with too little contrast, and what the check measured. */
export const Checks = () => (
  <Drawing>
    <rect x="28" y="22" width="150" height="124" rx="8" {...paint.window} />
    <text x="46" y="58" {...paint.pale}>
      From 4.20
    </text>
    <rect x="40" y="40" width="90" height="26" rx="5" {...paint.found} />
    <Line x={46} y={82} width={108} />
    <Line x={46} y={95} width={90} />
    <Line x={46} y={108} width={100} />
    <path d="M130 53H156" {...paint.foundLink} />
    <rect x="156" y="34" width="136" height="100" rx="8" {...paint.card} />
    <text x="170" y="57" {...paint.name}>
      Contrast
    </text>
    <text x="170" y="78" {...paint.measured}>
      2.8 : 1
    </text>
    <text x="278" y="57" {...paint.smallEnd}>
      needs 4.5 : 1
    </text>
    <rect x="170" y="88" width="108" height="6" rx="3" {...paint.faint} />
    <rect x="170" y="88" width="67" height="6" rx="3" {...paint.accent} />
    <Check x={171} y={114} />
    <text x="188" y="118" {...paint.small}>
      Fixed in version 3
    </text>
  </Drawing>
);

const PROJECTS = [
  ['Harbour Coffee', '#4f46e5', '12', 'good', '23 days'],
  ['Osterlund', '#ec4899', '5', 'good', '9 days'],
  ['Spring campaign', '#f59e0b', '3', 'warning', '2 days'],
  ['Member area', '#10b981', '8', 'good', '61 days'],
] as const;

/** Projects with their colors, and what expires soon. */
export const Overview = () => (
  <Drawing>
    <rect x="32" y="18" width="256" height="132" rx="8" {...paint.window} />
    <path d="M32 50H288M32 83H288M32 116H288" {...paint.rule} />
    {PROJECTS.map(([name, color, count, tone, left], at) => (
      <g key={name} transform={`translate(0 ${18 + at * 33})`}>
        <circle cx="50" cy="16.5" r="4" fill={color} />
        <text x="63" y="20" {...paint.words}>
          {name}
        </text>
        <text x="196" y="20" {...paint.smallEnd}>
          {count}
        </text>
        <text x="272" y="20" {...(tone === 'good' ? paint.smallEnd : paint.pinEnd)}>
          {left}
        </text>
      </g>
    ))}
  </Drawing>
);
