import { say } from '@btbc/contract/operator/operator-text.ts'
import { exportDay, exportMemberBalances, readDayReport } from '@btbc/contract/operator/report.ts'
import { currencies } from '@btbc/money/currency.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { nowTyped } from '#desk/instant.ts'
import { count, dateTime, money } from '#format.ts'
import { Balances, Flows } from '#screens/reports/DayTables.tsx'
import { SaveFile } from '#shell/SaveFile.tsx'
import { Page, Section } from '#shell/Page.tsx'
import { Select } from '#shell/Select.tsx'

export type Report = Answer<typeof readDayReport>

const { USDT } = currencies
/** A day that is over is asked for again now and then all the same: what is late belongs to it. */
const AGAIN_MS = 30_000

/** What the books say about a day, and files of it. */
export function ReportsScreen() {
  const [today] = useState(() => nowTyped().slice(0, 10))
  const [typed, setTyped] = useState(today)
  const [currency, setCurrency] = useState(String(USDT.id))
  // A field of the browser's is empty while a day is being typed.
  const day = typed === '' ? today : typed
  const report = useCall(readDayReport, { day }, { refetchInterval: AGAIN_MS })
  return (
    <Page title={say('shell.reports')} lead={say('reports.lead')}>
      <div className="grid gap-6">
        <div className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-4">
          <Field
            label={say('reports.day')}
            type="date"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Select
            label={say('overview.currency')}
            value={currency}
            onChange={setCurrency}
            choices={choicesOf(report.data)}
          />
          <SaveFile name={say('reports.export')} call={exportDay} request={{ day }} />
          <SaveFile name={say('reports.members')} call={exportMemberBalances} request={{ day }} />
        </div>
        <Loaded query={report} height="h-96">
          {(data) => <Day report={data} currency={Number(currency)} />}
        </Loaded>
      </div>
    </Page>
  )
}

function choicesOf(report: Report | undefined) {
  const names = new Map(
    report?.balances.map((line) => [line.currency, line.currency_name]) ?? [[USDT.id, USDT.code]],
  )
  return [...names].map(([id, label]) => ({ value: `${id}`, label }))
}

function Day({ report, currency }: { report: Report; currency: number }) {
  const { whole, entries, books, balances, flows, attested } = report
  const known = attested?.coverage.find((line) => line.currency === currency)
  return (
    <>
      <Banner tone={whole ? 'good' : 'warn'}>
        <p className="font-semibold">{say(whole ? 'reports.whole' : 'reports.notOver')}</p>
        <p className="num wrap-anywhere">
          {books === null
            ? say('reports.noEntry')
            : say('reports.books', { entries: count(entries), ...books })}
        </p>
        {attested && known && (
          <p className="num">
            {say('reports.attested', {
              number: attested.number,
              at: dateTime(attested.at),
              owed: money(known.owed, currency),
              promised: money(known.promised, currency),
              there: money(known.there, currency),
            })}
          </p>
        )}
      </Banner>
      <Section title={say('reports.balances')}>
        <Balances rows={balances.filter((line) => line.currency === currency)} />
      </Section>
      <Section title={say('reports.flows')}>
        <Flows rows={flows.filter((line) => line.currency === currency)} />
      </Section>
    </>
  )
}
