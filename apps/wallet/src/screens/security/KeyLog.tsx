import { listApiKeyUses } from '@btbc/contract/api-key.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { useRef, useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { Section } from '#shell/Section.tsx'

type Use = Answer<typeof listApiKeyUses>['list'][number]

const PAGE_ROWS = 20

/** What keys were used for, minute by minute, refused tries too. */
export function KeyLog() {
  const t = useText()
  const [page, setPage] = useState(1)
  const log = useCall(listApiKeyUses, { page, limit: PAGE_ROWS })
  const isTurned = useRef(false)
  const turn = (by: 1 | -1) => () => {
    isTurned.current = true
    setPage(page + by)
  }
  /** The button that was pressed is gone: the focus goes on with what it brought. */
  const begin = (list: HTMLUListElement | null) => {
    if (isTurned.current) list?.focus()
    if (list) isTurned.current = false
  }
  return (
    <Section title={t('security.keyLog')}>
      <Loaded query={log} skeleton={<Skeleton className="h-40" />}>
        {({ list, total }) =>
          total === 0 ? (
            <Empty card>{t('security.keyLogEmpty')}</Empty>
          ) : (
            <>
              <ul
                key={page}
                ref={begin}
                tabIndex={-1}
                className="card divide-y divide-line px-4 outline-offset-2 focus-visible:outline-2 focus-visible:outline-ac"
              >
                {list.map((use) => (
                  <UseRow
                    key={[use.id, use.call, use.address, use.outcome, use.last_at].join(' ')}
                    use={use}
                  />
                ))}
              </ul>
              <div className="grid grid-cols-2 gap-3">
                {page > 1 ? <Step onClick={turn(-1)} name={t('security.newer')} /> : <span />}
                {page * PAGE_ROWS < total && <Step onClick={turn(1)} name={t('security.older')} />}
              </div>
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function Step({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button variant="ghost" size="medium" onClick={onClick}>
      {name}
    </Button>
  )
}

function UseRow({ use }: { use: Use }) {
  const t = useText()
  const { dateTime } = useFormats()
  const isRefused = use.outcome === 'refused'
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="num min-w-0 text-small break-all">{use.call}</span>
        <StatusPill tone={isRefused ? 'bad' : 'good'}>
          {isRefused ? t('security.useRefused') : t('security.useAccepted')}
        </StatusPill>
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 text-small text-sub">
        <span className="min-w-0 break-words">{use.label}</span>
        <span className="num">
          {use.address} · {t('security.usedTimes', { count: use.uses })} · {dateTime(use.last_at)}
        </span>
      </div>
    </li>
  )
}
