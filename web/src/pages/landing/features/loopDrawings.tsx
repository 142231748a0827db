import type { ReactNode } from 'react';
import { Check, Drawing, Line, Pin } from './drawings.tsx';
import { paint } from './paint.ts';

const WIDTH = 248;

/** Part of a page, with its button. */
const Part = ({ children }: { children: ReactNode }) => (
  <>
    <rect x="16" y="18" width="216" height="132" rx="8" {...paint.window} />
    <Line x={32} y={34} width={92} strong />
    <Line x={32} y={47} width={132} />
    {children}
  </>
);

const Button = ({ x, y, width, label }: { x: number; y: number; width: number; label: string }) => (
  <>
    <rect x={x} y={y} width={width} height="24" rx="6" {...paint.action} />
    <text x={x + width / 2} y={y + 15.5} {...paint.label}>
      {label}
    </text>
  </>
);

/** A comment on a button. */
export const Commented = () => (
  <Drawing width={WIDTH}>
    <Part>
      <Button x={32} y={64} width={56} label="Order" />
      <rect x="27" y="59" width="66" height="34" rx="8" {...paint.target} />
      <Pin x={86} y={62} label="1" />
      <rect x="92" y="92" width="124" height="46" rx="8" {...paint.card} />
      <circle cx="108" cy="108" r="7" {...paint.person} />
      <text x="108" y="111.5" {...paint.initial}>
        G
      </text>
      <text x="121" y="111.5" {...paint.name}>
        Grace
      </text>
      <text x="102" y="129" {...paint.words}>
        Say what happens.
      </text>
    </Part>
  </Drawing>
);

/** What the agent would do, drawn at the button. */
export const Proposed = () => (
  <Drawing width={WIDTH}>
    <Part>
      <Button x={32} y={64} width={56} label="Order" />
      <rect x="27" y="59" width="66" height="34" rx="8" {...paint.found} />
      <text x="101" y="79.5" {...paint.words}>
        says “Order ahead”
      </text>
      <text x="32" y="108" {...paint.name}>
        Your agent proposes
      </text>
      <Button x={32} y={115} width={56} label="Accept" />
      <rect x="94" y="115" width="60" height="24" rx="6" {...paint.field} />
      <text x="124" y="130.5" {...paint.choice}>
        Correct
      </text>
    </Part>
  </Drawing>
);

/** The button in both versions. */
export const Compared = () => (
  <Drawing width={WIDTH}>
    {(
      [
        ['Version 1', 'Order', 56],
        ['Version 2', 'Order ahead', 82],
      ] as const
    ).map(([version, label, width], at) => (
      <g key={version} transform={`translate(${16 + at * 112} 0)`}>
        <rect y="26" width="104" height="92" rx="8" {...paint.window} />
        <Line x={11} y={42} width={64} strong />
        <Line x={11} y={55} width={82} />
        <Button x={11} y={78} width={width} label={label} />
        <text x="0" y="136" {...paint.small}>
          {version}
        </text>
      </g>
    ))}
  </Drawing>
);

/** The question to the person who commented. */
export const Confirmed = () => (
  <Drawing width={WIDTH}>
    <rect x="16" y="30" width="216" height="108" rx="8" {...paint.card} />
    <text x="32" y="58" {...paint.name}>
      Is this what you meant?
    </text>
    <Button x={32} y={70} width={64} label="Confirm" />
    <rect x="102" y="70" width="60" height="24" rx="6" {...paint.field} />
    <text x="132" y="85.5" {...paint.choice}>
      Not yet
    </text>
    <Check x={33} y={116} />
    <text x="50" y="120" {...paint.small}>
      Confirmed in version 2
    </text>
  </Drawing>
);
