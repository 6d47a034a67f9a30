import { readStatement } from '@btbc/contract/wallet.ts'
import { currencies, findCurrency } from '@btbc/money/currency.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useSearch } from '@tanstack/react-router'

import { send, type Answer } from '#api/call.ts'
import { usePages } from '#api/pages.ts'
import { SaveCsv } from '#files/SaveCsv.tsx'
import { useShortMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { RecordLine } from '#payments/RecordLine.tsx'
import { Explained } from '#screens/statement/Explained.tsx'
import { saveStatement } from '#screens/statement/save-statement.ts'
import type { WalletName } from '#wallets/balances.ts'
import { isWalletName, useWalletName } from '#wallets/wallets.ts'
import { Page } from '#shell/Page.tsx'
import { PagedRows } from '#shell/PagedRows.tsx'
import { Section } from '#shell/Section.tsx'

const PAGE_LIMIT = 50

export type Shown = { wallet: WalletName; currency: number }

/** One account in one coin: where its balance comes from, and every line with the balance after it. */
export function StatementScreen() {
  const t = useText()
  const nameOf = useWalletName()
  const search = useSearch({ strict: false })
  const wallet = isWalletName(search.wallet) ? search.wallet : 'change'
  const currency = /^\d{1,4}$/.test(search.currency ?? '')
    ? Number(search.currency)
    : currencies.USDT.id
  const shown = { wallet, currency }
  return (
    <Page
      title={t('transfer.statement')}
      heading={`${t('transfer.statement')} · ${nameOf(wallet)}`}
    >
      <Explained shown={shown} />
      <Lines shown={shown} />
    </Page>
  )
}

function Lines({ shown }: { shown: Shown }) {
  const t = useText()
  const lines = useLines(shown)
  return (
    <Section
      title={t('transfer.lines')}
      action={
        lines.rows.length > 0 && (
          <SaveCsv label={t('transfer.saveCsv')} save={() => saveStatement(shown)} />
        )
      }
    >
      <PagedRows pages={lines} card skeleton={<Skeleton className="h-80" />}>
        {(line) => <StatementLine key={line.id} line={line} currency={shown.currency} />}
      </PagedRows>
    </Section>
  )
}

type Line = Answer<typeof readStatement>['list'][number]

function StatementLine({ line, currency }: { line: Line; currency: number }) {
  const t = useText()
  const money = useShortMoney()
  const code = findCurrency(currency)?.code ?? ''
  return (
    <RecordLine
      entry={{ ...line, currency, currency_name: code }}
      status={
        <span className="num text-small text-sub">
          {t('transfer.balanceThen', { balance: money(line.balance, code) })}
        </span>
      }
    />
  )
}

function useLines(shown: Shown) {
  return usePages<Line>({
    call: readStatement,
    asked: shown,
    limit: PAGE_LIMIT,
    readPage: (page, signal) =>
      send(readStatement, { ...shown, limit: PAGE_LIMIT, page }, { signal }),
  })
}
