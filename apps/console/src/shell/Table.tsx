import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
})

export type Column<Row extends RowData> = ColumnDef<typeof features, Row> & {
  /** Amounts stand to the right, under the mark of test funds. */
  meta?: { amount?: true }
}

type TableProps<Row extends RowData> = {
  /** What the rows are, for who does not see them. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  empty: string
}

/** A real table. Heads with an arrow sort what is on the screen. */
export function Table<Row extends RowData>({ caption, columns, rows, empty }: TableProps<Row>) {
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: nameOf,
  })
  return (
    <div className="card scroll-hint-x overflow-x-auto">
      <table className="desk-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const sorted = header.column.getIsSorted()
                const amount = isAmount(header.column.columnDef.meta)
                const name = (
                  <span className={amount ? 'test-column' : undefined}>
                    <table.FlexRender header={header} />
                  </span>
                )
                return (
                  <th
                    key={header.id}
                    scope="col"
                    data-amount={amount || undefined}
                    aria-sort={
                      sorted === false ? undefined : sorted === 'asc' ? 'ascending' : 'descending'
                    }
                  >
                    {header.column.getCanSort() ? (
                      <button
                        type="button"
                        onClick={header.column.getToggleSortingHandler()}
                        className="press inline-flex min-h-6 items-center gap-1"
                      >
                        {name}
                        {sorted === 'asc' && <ArrowUp size={12} aria-hidden />}
                        {sorted === 'desc' && <ArrowDown size={12} aria-hidden />}
                      </button>
                    ) : (
                      name
                    )}
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell) => (
                <td
                  key={cell.id}
                  data-amount={isAmount(cell.column.columnDef.meta) || undefined}
                  className={isAmount(cell.column.columnDef.meta) ? 'num' : undefined}
                >
                  {shown(cell.column.columnDef.cell, cell.getContext())}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="px-4 py-6 text-center text-mut">{empty}</p>}
    </div>
  )
}

/** A row that has an id is the same row wherever in the list it comes to stand. */
function nameOf(row: RowData, index: number): string {
  const isNamed = typeof row === 'object' && row !== null && 'id' in row
  return isNamed ? `id ${String(row.id)}` : `${index}`
}

/**
 * A cell is called and not mounted: as a component, a column that is made anew would be another one,
 * and every button in it would be replaced under the finger.
 */
function shown<Context>(cell: ((of: Context) => ReactNode) | string | undefined, of: Context) {
  return typeof cell === 'function' ? cell(of) : cell
}

function isAmount(meta: unknown): boolean {
  return typeof meta === 'object' && meta !== null && 'amount' in meta
}
