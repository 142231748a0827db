import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { IconButton } from '../../../kit/IconButton.tsx';
import { joinClasses } from '../../../kit/joinClasses.ts';
import { VisuallyHidden } from '../../../kit/VisuallyHidden.tsx';
import { t } from '../copy.ts';
import { type Column, factsOf, type List } from './describe.ts';
import { Facts } from './Facts.tsx';
import styles from './Table.module.css';

export interface TableSort<Sort extends string> {
  by: Sort;
  order: 'asc' | 'desc';
  onSort: (by: Sort) => void;
}

interface TableProps<Row, Sort extends string> {
  list: Pick<List<Row, never, Sort>, 'label' | 'columns' | 'keyOf' | 'nameOf' | 'renderActions'>;
  rows: readonly Row[];
  sort?: TableSort<Sort> | undefined;
}

const classOf = ({ place, isNumber = false }: Pick<Column<never>, 'place' | 'isNumber'>) =>
  joinClasses(place === 'wide' && styles.wide, isNumber && styles.number);

/** The columns in the table itself. */
const inTable = <Row, Sort extends string>(columns: readonly Column<Row, Sort>[]) =>
  columns.filter(({ place }) => place !== 'opened');

/** Rows open where a value is shown nowhere else. */
const canOpen = (columns: readonly Pick<Column<never>, 'place'>[]) =>
  columns.some(({ place }) => place === 'opened');

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

interface RowProps<Row, Sort extends string> extends Pick<TableProps<Row, Sort>, 'list'> {
  row: Row;
}

function TableRow<Row, Sort extends string>({ list, row }: RowProps<Row, Sort>) {
  const { columns, nameOf, renderActions } = list;
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const cells = inTable(columns);
  return (
    <>
      <tr>
        {canOpen(columns) && (
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
        {cells.map((column) => (
          <td key={column.label} className={classOf(column)}>
            {column.cell(row)}
          </td>
        ))}
        {renderActions && <td className={styles.actions}>{renderActions(row)}</td>}
      </tr>
      {isOpen && (
        <tr id={id} className={styles.details}>
          <td colSpan={cells.length + (renderActions ? 2 : 1)}>
            <Facts facts={factsOf(columns, row)} />
          </td>
        </tr>
      )}
    </>
  );
}

/** A table whose rows open and have actions. */
export function Table<Row, Sort extends string>({ list, rows, sort }: TableProps<Row, Sort>) {
  const { label, columns, keyOf, renderActions } = list;
  return (
    <table aria-label={label} className={styles.table}>
      <thead>
        <tr>
          {canOpen(columns) && (
            <th scope="col" className={styles.toggle}>
              <VisuallyHidden>{t('detailsColumn')}</VisuallyHidden>
            </th>
          )}
          {inTable(columns).map((column) => (
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
          <TableRow key={keyOf(row)} list={list} row={row} />
        ))}
      </tbody>
    </table>
  );
}
