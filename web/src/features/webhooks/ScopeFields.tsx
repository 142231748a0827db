import type { WebhookScope } from '@stagelink/shared/contracts/webhooks';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { useProjects } from '../projects/api.ts';
import { useSnapshotNames } from './api.ts';
import { t } from './copy.ts';

/** A scope while it is chosen: the id of its object is empty at first. */
export type Scope = WebhookScope;

const KINDS = [
  { value: 'all', label: t('scopeAll') },
  { value: 'project', label: t('scopeProject') },
  { value: 'snapshot', label: t('scopeSnapshot') },
] as const;

interface ScopeFieldsProps {
  scope: Scope;
  error: string | null;
  onChange: (scope: Scope) => void;
}

const NOT_CHOSEN = { value: '', label: t('choose') };
const toOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

/** Which snapshots a webhook is about. */
export function ScopeFields({ scope, error, onChange }: ScopeFieldsProps) {
  const { kind } = scope;
  const projects = useProjects().data?.projects ?? [];
  const snapshots = useSnapshotNames(kind === 'snapshot').data ?? [];
  const objects = kind === 'project' ? projects : snapshots;
  return (
    <>
      <SegmentedControl
        isLabelShown
        isWide
        size="medium"
        label={t('about')}
        options={KINDS}
        value={kind}
        onChange={(next) => onChange(next === 'all' ? { kind: next } : { kind: next, id: '' })}
      />
      {kind !== 'all' && (
        <Select
          name="scope"
          label={t(kind)}
          options={[NOT_CHOSEN, ...objects.map(toOption)]}
          value={scope.id}
          error={error}
          onChange={(id) => onChange({ kind, id })}
        />
      )}
    </>
  );
}
