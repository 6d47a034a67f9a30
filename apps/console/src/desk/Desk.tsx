import { say } from '@btbc/contract/operator/operator-text.ts'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, useRef, useState } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { CaseTable, type CaseLine } from '#desk/CaseTable.tsx'
import { useShortcuts } from '#desk/shortcuts.ts'
import { ShortcutSwitch } from '#desk/ShortcutSwitch.tsx'
import { Pager } from '#shell/Pager.tsx'

type Show = 'waiting' | 'decided'

const shows: readonly { value: Show; label: string }[] = [
  { value: 'waiting', label: say('desk.waiting') },
  { value: 'decided', label: say('desk.decided') },
]

/** What a desk is asked for: which cases, which page of them, and the one that is open. */
export function useDesk() {
  const [show, setShow] = useState<Show>('waiting')
  const [page, setPage] = useState(1)
  const { id, ...others } = useSearch({ strict: false })
  const navigate = useNavigate()
  const open = (next: number | undefined) =>
    void navigate({ to: '.', search: next === undefined ? others : { ...others, id: next } })
  const turn = (next: Show) => {
    setShow(next)
    setPage(1)
  }
  return { show, turn, page, setPage, id, open, close: () => open(undefined) }
}

type DeskProps<Row> = {
  desk: ReturnType<typeof useDesk>
  query: UseQueryResult<{ list: readonly Row[]; total: number; limit: number }>
  line: (row: Row) => CaseLine
  amounts: boolean
  /** The open case. */
  children: ReactNode
}

/** The queue on the left, the open case on the right. J and K go from case to case. */
export function Desk<Row>({ desk, query, line, amounts, children }: DeskProps<Row>) {
  const { show, turn, page, setPage, id, open } = desk
  const lines = query.data?.list.map(line) ?? []
  const queue = useRef<HTMLDivElement>(null)
  /** In the order in which they stand, whatever they are sorted by. */
  const step = (by: 1 | -1) => {
    const cases = [...(queue.current?.querySelectorAll<HTMLElement>('tbody button') ?? [])]
    const at = cases.findIndex((each) => each.getAttribute('aria-current') === 'true')
    const next = at === -1 ? cases.at(by === 1 ? 0 : -1) : cases[at + by]
    next?.click()
  }
  useShortcuts({ j: () => step(1), k: () => step(-1) })

  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)] lg:gap-6">
      <div
        ref={queue}
        className={clsx('grid content-start gap-3', id !== undefined && 'max-lg:hidden')}
      >
        <Segmented legend={say('desk.whichCases')} options={shows} value={show} onChange={turn} />
        <Loaded query={query}>
          {({ total, limit }) => (
            <>
              <CaseTable cases={lines} openId={id} onOpen={open} amounts={amounts} show={show} />
              <Pager page={page} limit={limit} total={total} onPage={setPage} />
            </>
          )}
        </Loaded>
        <ShortcutSwitch hint={say('desk.caseKeysHint')} />
      </div>
      {id === undefined && lines.length > 0 && (
        <div className="card max-lg:hidden">
          <Empty>{say('desk.openOne')}</Empty>
        </div>
      )}
      {id !== undefined && children}
    </div>
  )
}
