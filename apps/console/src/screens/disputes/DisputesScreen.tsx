import { listDisputes } from '@btbc/contract/operator/dispute.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { dateTime, money } from '#format.ts'
import { DisputePanel } from '#screens/disputes/DisputePanel.tsx'
import { Page } from '#shell/Page.tsx'
import { Pager } from '#shell/Pager.tsx'

type Show = 'waiting' | 'decided'
type Row = Answer<typeof listDisputes>['list'][number]

const USDT = 3
const LIMIT = 20
const shows: readonly { value: Show; label: string }[] = [
  { value: 'waiting', label: say('desk.waiting') },
  { value: 'decided', label: say('desk.decided') },
]

/** Deals that operators decide: those that wait on the left, the open one on the right. */
export function DisputesScreen() {
  const [show, setShow] = useState<Show>('waiting')
  const [page, setPage] = useState(1)
  const { id } = useSearch({ strict: false })
  const navigate = useNavigate()
  const disputes = useCall(listDisputes, { show, page, limit: LIMIT })
  const open = (next: number | undefined) =>
    void navigate({ to: '.', search: next === undefined ? {} : { id: next } })
  return (
    <Page title={say('shell.disputes')} lead={say('dispute.lead')}>
      <div className="grid gap-4 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)] lg:gap-6">
        <div className={clsx('grid content-start gap-3', id !== undefined && 'max-lg:hidden')}>
          <Segmented
            legend={say('desk.whichCases')}
            options={shows}
            value={show}
            onChange={(next) => {
              setShow(next)
              setPage(1)
            }}
          />
          <Loaded query={disputes}>
            {({ list, total }) => (
              <>
                <Rows rows={list} openId={id} onOpen={open} />
                <Pager page={page} limit={LIMIT} total={total} onPage={setPage} />
              </>
            )}
          </Loaded>
        </div>
        {id === undefined ? (
          <div className="card max-lg:hidden">
            <Empty>{say('desk.openOne')}</Empty>
          </div>
        ) : (
          <DisputePanel key={id} id={id} onClose={() => open(undefined)} />
        )}
      </div>
    </Page>
  )
}

type RowsProps = {
  rows: readonly Row[]
  openId: number | undefined
  onOpen: (id: number) => void
}

function Rows({ rows, openId, onOpen }: RowsProps) {
  if (rows.length === 0)
    return (
      <div className="card">
        <Empty>{say('dispute.none')}</Empty>
      </div>
    )
  return (
    <ul className="card divide-y divide-line px-4">
      {rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            aria-current={row.id === openId || undefined}
            onClick={() => onOpen(row.id)}
            className="press grid min-h-14 w-full gap-1 py-3 text-left"
          >
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold text-ac">{say('dispute.deal', { id: row.id })}</span>
              <span className="num">◇ {money(row.number, USDT)}</span>
            </span>
            <span className="text-small text-mut">
              {say('dispute.between', { buyer: row.buyer.name, seller: row.seller.name })}
            </span>
            <span className="num text-small text-sub">
              {row.due_at === null
                ? dateTime(row.opened_at)
                : say('dispute.due', { at: dateTime(row.due_at) })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
