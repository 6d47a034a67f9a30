import type { PaymentJson, PaymentList } from '@btbc/contract/payment-state.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { ErrorBlock } from '@btbc/ui/ErrorBlock.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { read, type CallPath } from '#api/call.ts'
import { useErrorText } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { PaymentRow } from '#payments/PaymentRow.tsx'
import { ActionRow } from '#screens/account/ActionRow.tsx'

/** The calls that list payments: '/pay/coin_recharge_list' and its sisters. */
export type PaymentPath = Extract<CallPath, `/pay/${PaymentList}`>

type PaymentRecordsProps = {
  path: PaymentPath
  /** What the member can do about a payment, such as taking it back. */
  actionOf?: (payment: PaymentJson) => ReactNode
}

const PAGE_LIMIT = 20
const LIVE_MS = 2_000
const QUIET_MS = 20_000

/** The member's payments of one kind, newest first, and how each stands while one looks. */
export function PaymentRecords({ path, actionOf }: PaymentRecordsProps) {
  const t = useText()
  const { count } = useFormats()
  const errorText = useErrorText()
  const payments = usePayments(path)
  const { data, error, isFetching, isFetchingNextPage } = payments
  if (!data && !error) return <Skeleton className="h-60" />
  const rows = data ? distinct(data.pages.flatMap((page) => page.list)) : []
  const total = data?.pages.at(-1)?.total ?? 0
  return (
    <div className="grid gap-3">
      {error && (
        <ErrorBlock busy={isFetching} onRetry={() => void payments.refetch()}>
          {errorText(error)}
        </ErrorBlock>
      )}
      {data && rows.length === 0 && <Empty>{t('wallet.noRecords')}</Empty>}
      {rows.length > 0 && (
        <>
          <ul>
            {rows.map((payment) => (
              <PaymentRow
                key={payment.id}
                list={listOf(path)}
                payment={payment}
                action={actionOf?.(payment)}
              />
            ))}
          </ul>
          <p className="num text-center text-small text-sub">
            {t('wallet.shownOf', { shown: count(rows.length), total: count(total) })}
          </p>
        </>
      )}
      {payments.hasNextPage && (
        <Button
          variant="ghost"
          busy={isFetchingNextPage}
          onClick={() => void payments.fetchNextPage()}
        >
          {t('wallet.loadMore')}
        </Button>
      )}
    </div>
  )
}

/** A row that opens the records in a sheet. */
export function PaymentRecordsRow({ label, ...props }: PaymentRecordsProps & { label?: string }) {
  const t = useText()
  const title = label ?? t('wallet.records')
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className="card px-4">
        <ActionRow
          icon={<ReceiptText size={20} aria-hidden className="text-mut" />}
          label={title}
          onClick={() => setOpen(true)}
        />
      </div>
      <Sheet open={open} onOpenChange={setOpen} title={title}>
        <PaymentRecords {...props} />
      </Sheet>
    </>
  )
}

type Page = { list: PaymentJson[]; total: number }

function usePayments(path: PaymentPath) {
  return useInfiniteQuery({
    queryKey: [path, { limit: PAGE_LIMIT, paged: true }],
    queryFn: async ({ pageParam, signal }): Promise<Page> =>
      await read(path, { status: -1, limit: PAGE_LIMIT, page: pageParam }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      last.list.length > 0 && pages.length * PAGE_LIMIT < last.total ? pages.length + 1 : undefined,
    // Confirmations come each few seconds; an operator does not.
    refetchInterval: ({ state }) => (isLive(state.data?.pages ?? []) ? LIVE_MS : QUIET_MS),
  })
}

function isLive(pages: readonly Page[]): boolean {
  return pages.some(({ list }) =>
    list.some(({ next }) => next.who === 'chain' || next.who === 'provider'),
  )
}

function listOf(path: PaymentPath): PaymentList {
  return path.slice('/pay/'.length) as PaymentList
}

/** One that arrived between two pages pushes another onto the next: it is shown once. */
function distinct(rows: readonly PaymentJson[]): PaymentJson[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
