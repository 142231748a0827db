import { day, moment } from '@stagelink/shared/domain/format';
import { useState } from 'react';

/** A day, with its time on hover. */
export function When({ at }: { at: string }) {
  const [now] = useState(() => new Date());
  const date = new Date(at);
  return (
    <time dateTime={at} title={moment(date)}>
      {day(date, now)}
    </time>
  );
}
