import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { ErrorBlock } from '@btbc/ui/ErrorBlock.tsx'
import { RecordRow } from '@btbc/ui/RecordRow.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'

import { read, type Answer } from '#api/call.ts'
import { useErrorText } from '#api/query.ts'
import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { Explained } from '#screens/statement/Explained.tsx'
import { saveStatement } from '#screens/statement/save-statement.ts'
import type { WalletName } from '#screens/wallet/balances.ts'
import { isWalletName, useWalletName } from '#screens/wallet/wallets.ts'
import { Page } from '#shell/Page.tsx'
import { Section } from '#shell/Section.tsx'

const PAGE_LIMIT = 50
const USDT = 3

export type Shown = { wallet: WalletName; currency: number }

/** One account in one coin: where its balance comes from, and every line with the balance after it. */
export function StatementScreen() {
  const t = useText()
  const nameOf = useWalletName()
  const search = useSearch({ strict: false })
  const wallet = isWalletName(search.wallet) ? search.wallet : 'change'
  const currency = /^\d{1,4}$/.test(search.currency ?? '') ? Number(search.currency) : USDT
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
  const { count } = useFormats()
  const errorText = useErrorText()
  const lines = useLines(shown)
  const { data, error, isFetching, isFetchingNextPage } = lines
  if (!data && !error) return <Skeleton className="h-80" />
  const rows = data ? distinct(data.pages.flatMap((page) => page.list)) : []
  const total = data?.pages.at(-1)?.total ?? 0
  return (
    <Section title={t('transfer.lines')} action={rows.length > 0 && <Save shown={shown} />}>
      {error && (
        <ErrorBlock busy={isFetching} onRetry={() => void lines.refetch()}>
          {errorText(error)}
        </ErrorBlock>
      )}
      {data && rows.length === 0 && (
        <div className="card">
          <Empty>{t('wallet.noRecords')}</Empty>
        </div>
      )}
      {rows.length > 0 && (
        <>
          <ul className="card px-4">
            {rows.map((line) => (
              <StatementLine key={line.id} line={line} currency={shown.currency} />
            ))}
          </ul>
          <p role="status" className="num text-center text-small text-sub">
            {t('wallet.shownOf', { shown: count(rows.length), total: count(total) })}
          </p>
        </>
      )}
      {lines.hasNextPage && (
        <Button
          variant="ghost"
          busy={isFetchingNextPage}
          onClick={() => void lines.fetchNextPage()}
        >
          {t('wallet.loadMore')}
        </Button>
      )}
    </Section>
  )
}

type Line = Answer<'/wallet/statement'>['list'][number]

const codes: Record<number, string> = { 1: 'BTC', 3: 'USDT', 18: 'BNB', 28: 'BTBC' }

function StatementLine({ line, currency }: { line: Line; currency: number }) {
  const t = useText()
  const money = useMoney()
  const { dateTime } = useFormats()
  const code = codes[currency] ?? ''
  const out = line.value.startsWith('-')
  return (
    <RecordRow
      title={line.info}
      detail={dateTime(line.created_at)}
      direction={out ? 'out' : 'in'}
      amount={
        <>
          <span aria-hidden className="mr-1 text-label">
            {out ? '▼' : '▲'}
          </span>
          {money(line.value, code, { signed: true })}
        </>
      }
      status={
        <span className="num text-small text-sub">
          {t('transfer.balanceThen', { balance: money(line.balance, code) })}
        </span>
      }
    />
  )
}

function Save({ shown }: { shown: Shown }) {
  const t = useText()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  async function save() {
    setBusy(true)
    setError(undefined)
    await saveStatement(shown).catch(setError)
    setBusy(false)
  }
  return (
    <div>
      <Button
        variant="ghost"
        size="medium"
        busy={busy}
        icon={<Download size={18} aria-hidden />}
        onClick={() => void save()}
      >
        {t('transfer.saveCsv')}
      </Button>
      {error !== undefined && <Banner tone="bad">{errorText(error)}</Banner>}
    </div>
  )
}

function useLines(shown: Shown) {
  return useInfiniteQuery({
    queryKey: ['/wallet/statement', { ...shown, paged: true }],
    queryFn: ({ pageParam, signal }) =>
      read('/wallet/statement', { ...shown, limit: PAGE_LIMIT, page: pageParam }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      last.list.length > 0 && pages.length * PAGE_LIMIT < last.total ? pages.length + 1 : undefined,
  })
}

/** A line that arrived between two pages pushes another onto the next: it is shown once. */
function distinct(rows: readonly Line[]): Line[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
