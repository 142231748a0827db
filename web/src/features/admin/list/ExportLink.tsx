import { Download } from 'lucide-react';
import { buttonClass } from '../../../kit/buttonClass.ts';
import { t } from '../copy.ts';

/** Returns the address of a list as a table, with the same filters. */
export function tableAddress(path: string, query: Readonly<object>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (name === 'limit' || value === undefined || value === '') continue;
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
  }
  search.set('format', 'csv');
  return `${path}?${search}`;
}

interface ExportLinkProps {
  /** The path of the list’s endpoint. */
  path: string;
  /** Its filters. */
  query: Readonly<object>;
}

/** Downloads the whole list with its filters. */
export const ExportLink = ({ path, query }: ExportLinkProps) => (
  <a className={buttonClass({ variant: 'plain', size: 'small' })} href={tableAddress(path, query)} download>
    <Download size={14} aria-hidden />
    {t('exportCsv')}
  </a>
);
