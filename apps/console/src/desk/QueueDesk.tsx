import { listCases, type listQueues } from '@btbc/contract/operator/case.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Switch } from '@btbc/ui/Switch.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { CasePanel } from '#desk/CasePanel.tsx'
import { CaseTable } from '#desk/CaseTable.tsx'
import { switchShortcuts, useShortcuts, useShortcutsOn } from '#desk/shortcuts.ts'
import { Pager } from '#shell/Pager.tsx'

type Queue = Answer<typeof listQueues>[number]['queue']
type Show = 'waiting' | 'decided'

const shows: readonly { value: Show; label: string }[] = [
  { value: 'waiting', label: say('desk.waiting') },
  { value: 'decided', label: say('desk.decided') },
]

/** The queue on the left, the open case on the right, its decision below it. */
export function QueueDesk({ queue, amounts }: { queue: Queue; amounts: boolean }) {
  const [show, setShow] = useState<Show>('waiting')
  const [page, setPage] = useState(1)
  const { id } = useSearch({ strict: false })
  const navigate = useNavigate()
  const cases = useCall(listCases, { queue, show, page })
  const open = (next: number | undefined) =>
    void navigate({ to: '.', search: next === undefined ? {} : { id: next } })

  const ids = cases.data?.list.map((each) => each.id) ?? []
  const step = (by: 1 | -1) => {
    const at = id === undefined ? -1 : ids.indexOf(id)
    const next = at === -1 ? ids[by === 1 ? 0 : ids.length - 1] : ids[at + by]
    if (next !== undefined) open(next)
  }
  useShortcuts({ j: () => step(1), k: () => step(-1) })

  return (
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
        <Loaded query={cases}>
          {({ list, total, limit }) => (
            <>
              <CaseTable cases={list} openId={id} onOpen={open} amounts={amounts} show={show} />
              <Pager page={page} limit={limit} total={total} onPage={setPage} />
            </>
          )}
        </Loaded>
        <ShortcutSwitch />
      </div>
      {id === undefined ? (
        <div className="card max-lg:hidden">
          <Empty>{say('desk.openOne')}</Empty>
        </div>
      ) : (
        <CasePanel key={`${queue} ${id}`} queue={queue} id={id} onClose={() => open(undefined)} />
      )}
    </div>
  )
}

function ShortcutSwitch() {
  const on = useShortcutsOn()
  return (
    <div className="max-lg:hidden">
      <Switch
        label={say('desk.keys')}
        hint={say('desk.keysHint')}
        checked={on}
        onChange={switchShortcuts}
      />
    </div>
  )
}
