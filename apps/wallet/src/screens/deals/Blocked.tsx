import { blockMember, listBlocked } from '@btbc/contract/deal-standing.ts'
import { Button } from '@btbc/ui/Button.tsx'

import { send, type Answer } from '#api/call.ts'
import { usePages } from '#api/pages.ts'
import { useSend } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { PagedRows } from '#shell/PagedRows.tsx'
import { Section } from '#shell/Section.tsx'

const PER_PAGE = 20

type Row = Answer<typeof listBlocked>['list'][number]

/** Whom the member has blocked, when there is anybody, each with the way back. */
export function Blocked() {
  const t = useText()
  const pages = usePages({
    call: listBlocked,
    limit: PER_PAGE,
    readPage: (page, signal) => send(listBlocked, { page, limit: PER_PAGE }, { signal }),
  })
  if (pages.rows.length === 0 && !pages.error) return null
  return (
    <Section title={t('deal.blocked')}>
      <PagedRows pages={pages} card skeleton={null}>
        {(row) => <BlockedRow key={row.id} row={row} />}
      </PagedRows>
    </Section>
  )
}

function BlockedRow({ row: { id, name, at } }: { row: Row }) {
  const t = useText()
  const { dateTime } = useFormats()
  const unblock = useSend(blockMember)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0">
      <span className="grid">
        <span className="font-semibold">{name}</span>
        <span className="num text-small text-sub">
          {t('deal.blockedSince', { at: dateTime(at) })}
        </span>
      </span>
      <Button
        variant="ghost"
        size="medium"
        aria-label={`${t('deal.unblock')}: ${name}`}
        busy={unblock.isPending}
        onClick={() => unblock.mutate({ request: { id, blocked: false } })}
      >
        {t('deal.unblock')}
      </Button>
    </li>
  )
}
