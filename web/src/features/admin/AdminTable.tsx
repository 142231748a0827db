import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { IconButton } from '../../kit/IconButton.tsx';
import { joinClasses } from '../../kit/joinClasses.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import styles from './AdminTable.module.css';
import { t } from './copy.ts';

export interface Column<Row, Sort extends string = never> {
  label: string;
  cell: (row: Row) => ReactNode;
  sort?: Sort;
  /** Left out on narrow screens. */
  isWide?: boolean;
  isNumber?: boolean;
}

export interface TableSort<Sort extends string> {
  by: Sort;
  order: 'asc' | 'desc';
  onSort: (by: Sort) => void;
}

interface AdminTableProps<Row, Sort extends string> {
  /** The accessible name. */
  label: string;
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  sort?: TableSort<Sort>;
  /** Shown below a row when it is opened. */
  renderDetails?: (row: Row) => ReactNode;
  renderActions?: (row: Row) => ReactNode;
}

const classOf = ({ isWide = false, isNumber = false }: Pick<Column<never>, 'isWide' | 'isNumber'>) =>
  joinClasses(isWide && styles.wide, isNumber && styles.number);

interface HeadCellProps<Row, Sort extends string> {
  column: Column<Row, Sort>;
  sort: TableSort<Sort> | undefined;
}

function HeadCell<Row, Sort extends string>({ column, sort }: HeadCellProps<Row, Sort>) {
  const { sort: by, label } = column;
  if (by === undefined || !sort) {
    return (
      <th scope="col" className={classOf(column)}>
        {label}
      </th>
    );
  }
  const isSorted = sort.by === by;
  const Arrow = sort.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={classOf(column)}
      aria-sort={isSorted ? (sort.order === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" className={styles.sort} onClick={() => sort.onSort(by)}>
        {label}
        {isSorted && <Arrow size={12} aria-hidden />}
      </button>
    </th>
  );
}

type RowProps<Row, Sort extends string> = Omit<
  AdminTableProps<Row, Sort>,
  'label' | 'rows' | 'keyOf' | 'sort'
> & { row: Row };

function TableRow<Row, Sort extends string>(props: RowProps<Row, Sort>) {
  const { row, columns, nameOf, renderDetails, renderActions } = props;
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const width = columns.length + (renderDetails ? 1 : 0) + (renderActions ? 1 : 0);
  return (
    <>
      <tr>
        {renderDetails && (
          <td className={styles.toggle}>
            <IconButton
              size="small"
              label={t('details', { name: nameOf(row) })}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setIsOpen(!isOpen)}
            >
              <ChevronRight size={14} className={styles.chevron} />
            </IconButton>
          </td>
        )}
        {columns.map((column) => (
          <td key={column.label} className={classOf(column)}>
            {column.cell(row)}
          </td>
        ))}
        {renderActions && <td className={styles.actions}>{renderActions(row)}</td>}
      </tr>
      {renderDetails && isOpen && (
        <tr id={id} className={styles.details}>
          <td colSpan={width}>{renderDetails(row)}</td>
        </tr>
      )}
    </>
  );
}

/** A table whose rows open and have actions. */
export function AdminTable<Row, Sort extends string>(props: AdminTableProps<Row, Sort>) {
  const { label, rows, keyOf, sort, ...rest } = props;
  const { columns, renderDetails, renderActions } = rest;
  return (
    <table aria-label={label} className={styles.table}>
      <thead>
        <tr>
          {renderDetails && (
            <th scope="col" className={styles.toggle}>
              <VisuallyHidden>{t('detailsColumn')}</VisuallyHidden>
            </th>
          )}
          {columns.map((column) => (
            <HeadCell key={column.label} column={column} sort={sort} />
          ))}
          {renderActions && (
            <th scope="col" className={styles.actions}>
              <VisuallyHidden>{t('actionsColumn')}</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={keyOf(row)} row={row} {...rest} />
        ))}
      </tbody>
    </table>
  );
}
