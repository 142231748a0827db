import type { Audit, Finding } from '@stagelink/shared/contracts/findings';
import type { AuditRow, FindingRow } from './repo.ts';

export function presentFinding(row: FindingRow): Finding {
  const { position: _position, at, ...shown } = row;
  return { ...shown, at: at.getTime() };
}

export const presentAudit = ({ at, ...row }: AuditRow): Audit => ({ ...row, at: at.getTime() });
