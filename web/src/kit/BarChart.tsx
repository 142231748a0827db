import { Bar, BarChart as Chart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

interface BarChartProps {
  /** The accessible name. */
  label: string;
  /** Names the values in the tooltip. */
  unit: string;
  data: readonly { label: string; value: number }[];
  /** Called with the position of the pressed bar. */
  onOpen: (at: number) => void;
}

const HEIGHT_PX = 220;
const TICK = { fill: 'var(--muted)', fontSize: 12 };

/** Bars in the colors of the theme. Load it lazily: its library is large. */
export function BarChart({ label, unit, data, onOpen }: BarChartProps) {
  return (
    <ResponsiveContainer width="100%" height={HEIGHT_PX}>
      <Chart data={[...data]} title={label} margin={{ top: 8, right: 0, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="label" tick={TICK} tickLine={false} axisLine={{ stroke: 'var(--line)' }} />
        <YAxis allowDecimals={false} width={36} tick={TICK} tickLine={false} axisLine={false} />
        <Tooltip
          cursor={{ fill: 'var(--hover)' }}
          isAnimationActive={false}
          contentStyle={{
            fontSize: 13,
            color: 'var(--text)',
            background: 'var(--card)',
            border: '1px solid var(--line)',
            borderRadius: 'var(--radius-control)',
          }}
          itemStyle={{ color: 'var(--text)' }}
          separator=" "
        />
        <Bar
          dataKey="value"
          name={unit}
          fill="var(--accent-fill)"
          radius={[3, 3, 0, 0]}
          maxBarSize={40}
          cursor="pointer"
          isAnimationActive={false}
          onClick={(_, at) => onOpen(at)}
        />
      </Chart>
    </ResponsiveContainer>
  );
}
