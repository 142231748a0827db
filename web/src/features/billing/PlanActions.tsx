import type { User } from '@stagelink/shared/contracts/accounts';
import { Button } from '../../kit/Button.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import { Link } from '../../lib/router.ts';
import { Line } from '../../kit/layout/Line.tsx';
import { IN_SETTINGS, usePlanActions } from './usePlanActions.tsx';

export function PlanActions({ user }: { user: User }) {
  const { actions, running, run, dialog } = usePlanActions(user, IN_SETTINGS);
  return (
    <Line gap="small" isWrapping>
      {actions.map(({ label, to, run: action, isMain }) => {
        const variant = isMain ? 'main' : 'plain';
        if (to !== undefined) {
          return (
            <Link key={label} to={to} className={buttonClass({ size: 'small', variant })}>
              {label}
            </Link>
          );
        }
        return (
          <Button
            key={label}
            size="small"
            variant={variant}
            isLoading={running === action}
            disabled={running !== null}
            onClick={() => void run(action)}
          >
            {label}
          </Button>
        );
      })}
      {dialog}
    </Line>
  );
}
