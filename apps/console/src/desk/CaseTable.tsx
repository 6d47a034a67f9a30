import { houseNow } from '@btbc/client/house-clock.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { clsx } from 'clsx'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'

import { dateTime, money, waitedSince } from '#format.ts'
import { type Column, Table } from '#shell/Table.tsx'

/** A case in its queue. */
export type CaseLine = {
  id: number
  title: string
  /** Whose it is. */
  under: string
  state: string
  amount: string | null
  currency: number | null
  since: string
  proposed: boolean
}

/** What the cells know besides their row: the columns themselves never change. */
type Standing = {
  openId: number | undefined
  onOpen: (id: number) => void
  show: 'waiting' | 'decided'
  now: number
}

type CaseTableProps = Omit<Standing, 'now'> & { cases: readonly CaseLine[]; amounts: boolean }

const MINUTE_MS = 60_000
const StandingContext = createContext<Standing | undefined>(undefined)

function useStanding(): Standing {
  const standing = useContext(StandingContext)
  if (!standing) throw new Error('a cell outside of its table')
  return standing
}

/** The queue: what it is about, how much, since when. */
export function CaseTable({ cases, amounts, openId, onOpen, show }: CaseTableProps) {
  const now = useMinute()
  const standing = useMemo(() => ({ openId, onOpen, show, now }), [openId, onOpen, show, now])
  return (
    <StandingContext value={standing}>
      <Table
        caption={show === 'waiting' ? say('desk.waitingCases') : say('desk.decidedCases')}
        columns={amounts ? columnsWithAmount : columns}
        rows={cases}
        empty={show === 'waiting' ? say('desk.nothingWaits') : say('desk.nothingDecided')}
      />
    </StandingContext>
  )
}

function CaseCell({ found }: { found: CaseLine }) {
  const { openId, onOpen } = useStanding()
  const isOpen = found.id === openId
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      onClick={() => onOpen(found.id)}
      className={clsx(
        'press -mx-2 -my-1 grid min-h-11 w-full content-center rounded-control px-2 py-1 text-left',
        isOpen && 'bg-s3',
      )}
    >
      <span className="font-semibold wrap-anywhere text-ac">{found.title}</span>
      <span className="text-small wrap-anywhere text-mut">
        {found.under}
        {found.proposed && ` · ${say('desk.oneAccepted')}`}
      </span>
    </button>
  )
}

function SinceCell({ found }: { found: CaseLine }) {
  const { show, now } = useStanding()
  return (
    <span className="num block py-1 text-small whitespace-nowrap">
      {show === 'waiting' ? (
        waitedSince(found.since, now)
      ) : (
        <>
          {found.state}
          <br />
          <span className="text-mut">{dateTime(found.since)}</span>
        </>
      )}
    </span>
  )
}

const caseColumn: Column<CaseLine> = {
  id: 'case',
  header: say('desk.caseColumn'),
  accessorFn: (row) => row.id,
  cell: ({ row }) => <CaseCell found={row.original} />,
}

const amountColumn: Column<CaseLine> = {
  id: 'amount',
  header: say('desk.amount'),
  accessorFn: (row) => Number(row.amount ?? 0),
  meta: { amount: true },
  cell: ({ row: { original: each } }) => (
    <span className="block py-1 whitespace-nowrap">
      {each.amount === null || each.currency === null ? '' : money(each.amount, each.currency)}
    </span>
  ),
}

const sinceColumn: Column<CaseLine> = {
  id: 'since',
  header: say('desk.since'),
  accessorFn: (row) => row.since,
  cell: ({ row }) => <SinceCell found={row.original} />,
}

const columns = [caseColumn, sinceColumn]
const columnsWithAmount = [caseColumn, amountColumn, sinceColumn]

/** The time of the house, to the minute. */
function useMinute(): number {
  const [now, setNow] = useState(houseNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(houseNow()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
