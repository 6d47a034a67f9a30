import type { listBankDeposits } from '@btbc/contract/bank-deposit.ts'
import type { listDeposits } from '@btbc/contract/deposit.ts'
import type { listOnlineDeposits } from '@btbc/contract/gateway.ts'
import type { PaymentJson } from '@btbc/contract/payment-state.ts'
import type { PaymentList } from '@btbc/contract/payment-rules.ts'
import type { listWithdrawals } from '@btbc/contract/withdrawal.ts'
import type { listBankWithdrawals } from '@btbc/contract/bank-withdrawal.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import type { ReactNode } from 'react'

import { send } from '#api/call.ts'
import { type ListPage, usePages } from '#api/pages.ts'
import { type CancelCall, CancelOut } from '#payments/CancelOut.tsx'
import { PaymentRow } from '#payments/PaymentRow.tsx'
import { PagedRows } from '#shell/PagedRows.tsx'

/** The calls that list payments. */
type PaymentsCall =
  | typeof listDeposits
  | typeof listWithdrawals
  | typeof listBankWithdrawals
  | typeof listOnlineDeposits
  | typeof listBankDeposits

export type PaymentRecordsProps = {
  call: PaymentsCall
  /** What the member can do about a payment, such as paying it. */
  actionOf?: (payment: PaymentJson) => ReactNode
  /** How one is taken back. */
  cancel?: CancelCall
}

const PAGE_LIMIT = 100
const LIVE_MS = 10_000
const QUIET_MS = 60_000

/** The member's payments of one kind, newest first, and how each stands while one looks. */
export function PaymentRecords({ call, actionOf, cancel }: PaymentRecordsProps) {
  const payments = usePayments(call)
  return (
    <div className="grid gap-3">
      <PagedRows pages={payments} skeleton={<Skeleton className="h-60" />}>
        {(payment) => (
          <PaymentRow
            key={payment.id}
            list={listOf(call)}
            payment={payment}
            action={cancel ? <CancelOut payment={payment} call={cancel} /> : actionOf?.(payment)}
          />
        )}
      </PagedRows>
    </div>
  )
}

function usePayments(call: PaymentsCall) {
  return usePages<PaymentJson>({
    call,
    limit: PAGE_LIMIT,
    readPage: async (page, signal): Promise<ListPage<PaymentJson>> =>
      await send(call, { status: -1, limit: PAGE_LIMIT, page }, { signal }),
    // The server says when one changes; confirmations are counted up in between.
    refetchEvery: (payments) => (payments.some(isLive) ? LIVE_MS : QUIET_MS),
  })
}

function isLive({ next }: PaymentJson): boolean {
  return next.who === 'chain' || next.who === 'provider'
}

function listOf({ path }: PaymentsCall): PaymentList {
  return path.slice('/pay/'.length) as PaymentList
}
