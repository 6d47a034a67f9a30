import { say } from '@btbc/contract/operator/operator-text.ts'
import { listWaiting } from '@btbc/contract/operator/report.ts'
import type { Urgency } from '@btbc/contract/operator/rights.ts'
import { currencies } from '@btbc/money/currency.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { Link } from '@tanstack/react-router'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { workPlaces } from '#desk/places.ts'
import { count, dateTime, money, waitedSince } from '#format.ts'
import { workNames } from '#screens/overview/works.ts'
import { Section } from '#shell/Page.tsx'

type Waiting = Answer<typeof listWaiting>[number]

/** What needs somebody, in the order that the server gives it: late, soon, money of members, oldest. */
export function WhatWaits() {
  const waiting = useCall(listWaiting, {})
  return (
    <Section title={say('overview.whatWaits')}>
      <Loaded query={waiting}>
        {(list) => (
          <>
            <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {list
                .filter(({ waiting: some }) => some > 0)
                .map((each) => (
                  <li key={each.work} className="grid">
                    <Tile waiting={each} />
                  </li>
                ))}
            </ul>
            <Quiet works={list.filter(({ waiting: some }) => some === 0)} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** Where nothing waits: a word and the way there. */
function Quiet({ works }: { works: readonly Waiting[] }) {
  if (works.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-small text-mut">
      <p>{say('overview.nothingWaitsIn')}</p>
      <ul className="contents">
        {works.map(({ work }) => (
          <li key={work}>
            <Link
              {...workPlaces[work]}
              className="press inline-flex min-h-11 items-center underline"
            >
              {workNames[work]}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

const pills: Readonly<Record<Urgency, { tone: 'bad' | 'waiting' | 'idle'; word: string }>> = {
  late: { tone: 'bad', word: say('overview.late') },
  soon: { tone: 'waiting', word: say('overview.soon') },
  waits: { tone: 'idle', word: say('overview.waits') },
  none: { tone: 'idle', word: say('overview.nothingWaits') },
}

function Tile({ waiting }: { waiting: Waiting }) {
  const { work, urgency, held, oldest_at: oldest, due_at: due } = waiting
  const { tone, word } = pills[urgency]
  return (
    <Link {...workPlaces[work]} className="card press grid content-start gap-1 p-4">
      <span className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <span className="text-small text-mut">{workNames[work]}</span>
        <StatusPill tone={tone}>{word}</StatusPill>
      </span>
      <span className="num text-amount font-semibold">{count(waiting.waiting)}</span>
      {held !== null && (
        <span className="num text-small">
          {say('overview.held', { amount: money(held, currencies.USDT.id) })}
        </span>
      )}
      <span className="num text-small text-sub">
        {oldest !== null && say('overview.oldest', { time: waitedSince(oldest) })}
        {due !== null && ` · ${say('overview.promised', { at: dateTime(due) })}`}
        {!waiting.decides && ` · ${say('overview.readHere')}`}
      </span>
    </Link>
  )
}
