import { listCoins } from '@btbc/contract/wallet.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { IconButton } from '@btbc/ui/IconButton.tsx'
import { SelectSheet } from '@btbc/ui/SelectSheet.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useSearch } from '@tanstack/react-router'
import { ArrowDownUp } from 'lucide-react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useReview } from '#confirming/useReview.ts'
import { useForm } from '#forms/useForm.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { AmountField } from '#payments/AmountField.tsx'
import { ConfirmTransfer } from '#screens/transfer/ConfirmTransfer.tsx'
import {
  availableIn,
  faultOf,
  movedFrom,
  sources,
  swapped,
  targets,
  type Coin,
  type Draft,
} from '#screens/transfer/transfer.ts'
import type { WalletName } from '#wallets/balances.ts'
import { isWalletName, useWalletName } from '#wallets/wallets.ts'
import { Page } from '#shell/Page.tsx'

/** Coins from one own account to another: coin, from, to, amount, review. */
export function TransferScreen() {
  const t = useText()
  const coins = useCall(listCoins)
  return (
    <Page title={t('transfer.transfer')}>
      <Loaded query={coins} skeleton={<Skeleton className="h-129" />}>
        {(data) => <TransferForm coins={data} />}
      </Loaded>
    </Page>
  )
}

const first = { coin: 'USDT', from: 'change', to: 'legal', amount: '' }

function TransferForm({ coins }: { coins: readonly Coin[] }) {
  const t = useText()
  const search = useSearch({ strict: false })
  const form = useForm({ fields: {}, draft: { key: 'transfer', fields: first, named: search } })
  const { values: kept, edit: keep } = form
  const review = useReview<Draft>()
  const coin = coins.find(({ name }) => name === kept.coin) ?? coins[0]
  if (!coin) return null
  const { amount } = kept
  const from = isWalletName(kept.from) ? kept.from : 'change'
  const to = isWalletName(kept.to) ? kept.to : 'legal'
  const draft: Draft = { coin, from, to, amount }
  const change = (next: Draft) => keep({ from: next.from, to: next.to, amount: next.amount })
  return (
    <div className="grid gap-4">
      <SelectSheet
        label={t('transfer.coin')}
        choices={coins.map(({ name }) => ({ value: name, label: name }))}
        value={coin.name}
        onChange={(name) => keep({ coin: name, amount: '' })}
      />
      <Accounts draft={draft} onChange={change} />
      <Amount draft={draft} onChange={change} />
      <p className="text-small text-mut">{t('transfer.free')}</p>
      <Review draft={draft} onReview={() => review.ask(draft)} />
      {review.asked && (
        <ConfirmTransfer
          key={review.opening}
          asked={review.asked}
          {...review.sheet}
          onDone={() => keep({ amount: '' })}
        />
      )}
    </div>
  )
}

type PartProps = { draft: Draft; onChange: (draft: Draft) => void }

function Accounts({ draft, onChange }: PartProps) {
  const t = useText()
  const money = useShortMoney()
  const nameOf = useWalletName()
  const { coin, from, to } = draft
  const choice = (wallet: WalletName) => ({
    value: wallet,
    label: nameOf(wallet),
    detail: money(formatAmount(availableIn(coin, wallet)), coin.name),
  })
  return (
    <div className="card grid grid-cols-[1fr_auto] items-center gap-x-2 gap-y-3 p-4">
      <SelectSheet
        label={t('transfer.from')}
        choices={sources.map(choice)}
        value={from}
        onChange={(next) => onChange(movedFrom(draft, next as WalletName))}
      />
      <IconButton
        label={t('transfer.swap')}
        onClick={() => onChange(swapped(draft))}
        className="row-span-2 text-ac"
      >
        <ArrowDownUp size={22} aria-hidden />
      </IconButton>
      <SelectSheet
        label={t('transfer.to')}
        choices={targets(coin, from).map(choice)}
        value={to}
        onChange={(next) => onChange({ ...draft, to: next as WalletName })}
      />
    </div>
  )
}

function Amount({ draft, onChange }: PartProps) {
  const t = useText()
  const money = useShortMoney()
  const { coin, from, amount } = draft
  const available = formatAmount(availableIn(coin, from))
  return (
    <AmountField
      label={t('transfer.amount')}
      value={amount}
      onChange={(next) => onChange({ ...draft, amount: next })}
      unit={coin.name}
      all={available}
      note={
        <span className="num">
          {t('transfer.available', { amount: money(available, coin.name) })}
        </span>
      }
    />
  )
}

export function Review({ draft, onReview }: { draft: Draft; onReview: () => void }) {
  const t = useText()
  return (
    <Button aria-haspopup="dialog" disabledReason={useFault(draft)} onClick={onReview}>
      {t('transfer.review')}
    </Button>
  )
}

function useFault(draft: Draft): string | undefined {
  const t = useText()
  const money = useShortMoney()
  const { coin, from } = draft
  const fault = faultOf(draft)
  switch (fault) {
    case undefined:
      return undefined
    case 'noAmount':
      return t('transfer.enterAmount')
    case 'notEnough':
      return t('exchange.notEnough', {
        currency: coin.name,
        have: money(formatAmount(availableIn(coin, from)), coin.name),
      })
    case 'noTarget':
      return t('transfer.chooseTarget')
  }
}
