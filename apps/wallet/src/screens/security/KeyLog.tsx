import { listApiKeyUses } from '@btbc/contract/api-key.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { useState } from 'react'

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
  return (
    <Section title={t('security.keyLog')}>
      <Loaded query={log} skeleton={<Skeleton className="h-40" />}>
        {({ list, total }) =>
          total === 0 ? (
            <Empty>{t('security.keyLogEmpty')}</Empty>
          ) : (
            <>
              <ul className="card divide-y divide-line px-4">
                {list.map((use) => (
                  <UseRow
                    key={[use.id, use.call, use.address, use.outcome, use.last_at].join(' ')}
                    use={use}
                  />
                ))}
              </ul>
              <div className="grid grid-cols-2 gap-3">
                <Button
                  variant="ghost"
                  size="medium"
                  onClick={() => setPage(Math.max(1, page - 1))}
                  aria-disabled={page === 1 || undefined}
                >
                  {t('security.newer')}
                </Button>
                <Button
                  variant="ghost"
                  size="medium"
                  onClick={() => {
                    if (page * PAGE_ROWS < total) setPage(page + 1)
                  }}
                  aria-disabled={page * PAGE_ROWS >= total || undefined}
                >
                  {t('security.older')}
                </Button>
              </div>
            </>
          )
        }
      </Loaded>
    </Section>
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
