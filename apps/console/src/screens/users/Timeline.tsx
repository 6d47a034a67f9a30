import { readTimeline } from '@btbc/contract/operator/member.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { timelineKinds } from '@btbc/contract/operator/timeline-kinds.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { workPlaces } from '#desk/places.ts'
import { dateTime, money } from '#format.ts'
import { OlderPages } from '#shell/OlderPages.tsx'
import { Section } from '#shell/Page.tsx'
import { Select } from '#shell/Select.tsx'

type Line = Answer<typeof readTimeline>['list'][number]

const ALL = 'all'
const names = {
  account: say('timeline.account'),
  session: say('timeline.session'),
  security: say('timeline.security'),
  identity: say('timeline.identity'),
  money: say('timeline.money'),
  deposit: say('timeline.deposit'),
  withdrawal: say('timeline.withdrawal'),
  deal: say('timeline.deal'),
  order: say('timeline.order'),
  decision: say('timeline.decision'),
  notice: say('timeline.notice'),
  feedback: say('timeline.feedback'),
  note: say('timeline.note'),
} as const

const choices = [
  { value: ALL, label: say('timeline.all') },
  ...timelineKinds.map((value) => ({ value, label: names[value] })),
]

const desks = {
  identity: workPlaces.identity,
  deposits: workPlaces.bank_deposit,
  bank: workPlaces.bank_withdrawal,
  coin: workPlaces.coin_withdrawal,
  disputes: workPlaces.dispute,
  feedback: workPlaces.feedback,
} as const

/** Everything of a member, newest first. Older pages are asked for by where the last one ended. */
export function Timeline({ id }: { id: number }) {
  const [kind, setKind] = useState<string>(ALL)
  const [pages, setPages] = useState<readonly string[]>([])
  const after = pages.at(-1)
  const chosen = timelineKinds.find((each) => each === kind)
  const query = useCall(readTimeline, {
    id,
    ...(chosen === undefined ? {} : { kind: chosen }),
    ...(after === undefined ? {} : { after }),
  })
  return (
    <Section title={say('timeline.title')}>
      <div className="max-w-72">
        <Select
          label={say('timeline.which')}
          value={kind}
          choices={choices}
          onChange={(next) => {
            setKind(next)
            setPages([])
          }}
        />
      </div>
      <Loaded query={query} height="h-96">
        {({ list, next }) => (
          <>
            <ol className="card divide-y divide-line px-4">
              {list.map((line) => (
                <TimelineRow key={line.key} line={line} />
              ))}
              {list.length === 0 && <li className="py-6 text-center">{say('timeline.none')}</li>}
            </ol>
            <OlderPages pages={pages} next={next} onTurn={setPages} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function TimelineRow({ line }: { line: Line }) {
  const { kind, at, title, detail, amount, currency, desk, case_id: caseId } = line
  return (
    <li className="grid gap-x-4 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)_max-content]">
      <p className="text-small text-mut">
        <span className="num">{dateTime(at)}</span>
        <br />
        {names[kind]}
      </p>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {desk === null || caseId === null ? (
            title
          ) : (
            <Link
              to={desks[desk].to}
              search={{ ...desks[desk].search, id: caseId }}
              className="font-semibold text-ac underline"
            >
              {title}
            </Link>
          )}
        </p>
        <p className="text-small wrap-anywhere text-mut">{detail}</p>
      </div>
      {amount !== null && currency !== null && (
        <p className="num sm:text-right">
          <span aria-hidden className="text-test">
            ◇{' '}
          </span>
          {money(amount, currency)}
        </p>
      )}
    </li>
  )
}
