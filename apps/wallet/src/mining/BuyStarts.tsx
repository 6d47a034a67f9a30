import { CallRefused } from '@btbc/client/client.ts'
import { LAUNCHES_MAX } from '@btbc/contract/launch-rules.ts'
import { buyLaunches, readLaunches } from '@btbc/contract/mining.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { AmountPad } from '@btbc/ui/AmountPad.tsx'
import { Button, buttonClass } from '@btbc/ui/Button.tsx'
import { Done } from '@btbc/ui/Done.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useState } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall, useSend } from '#api/query.ts'
import { MoneyAction } from '#confirming/MoneyAction.tsx'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import type { Team } from '#mining/bonus.ts'
import { paths } from '#paths.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { useSpot } from '#wallets/spot.ts'

/** How many, what they cost, what one gives; then the receipt, then the server. */
export function BuyStarts(props: BuyStartsProps) {
  const launches = useCall(readLaunches)
  return (
    <Loaded query={launches} skeleton={<Skeleton className="h-100" />}>
      {({ price }) => <Buy each={parseAmount(price) ?? 0n} {...props} />}
    </Loaded>
  )
}

type BuyStartsProps = { team: Team | undefined; onDone: () => void }

function Buy({ each, team, onDone }: BuyStartsProps & { each: bigint }) {
  const [typed, setTyped] = useState('')
  const [reviewing, setReviewing] = useState(false)
  const purchase = usePurchase(Number(typed || 0), each)
  if (reviewing)
    return (
      <Review purchase={purchase} team={team} onBack={() => setReviewing(false)} onDone={onDone} />
    )
  return (
    <Choose typed={typed} onType={setTyped} purchase={purchase} onNext={() => setReviewing(true)} />
  )
}

type Purchase = ReturnType<typeof usePurchase>

function usePurchase(starts: number, each: bigint) {
  const available = useSpot(currencies.USDT.id)
  const price = each * BigInt(starts)
  return { starts, each, price, available, enough: available === undefined || available >= price }
}

type ChooseProps = {
  typed: string
  onType: (typed: string) => void
  purchase: Purchase
  onNext: () => void
}

function Choose({ typed, onType, purchase, onNext }: ChooseProps) {
  const t = useText()
  const { amount, count } = useFormats()
  const { starts, price, available, enough } = purchase
  const money = (units: bigint) => amount(formatAmount(units), { minDecimals: 2 })
  const reason =
    starts === 0
      ? t('home.howMany', { max: LAUNCHES_MAX })
      : enough
        ? undefined
        : t('home.notEnough', { have: money(available ?? 0n), need: money(price) })
  return (
    <div className="grid gap-4">
      <AmountPad
        label={t('home.startsToBuy')}
        value={typed}
        onChange={(next) => {
          if (Number(next || 0) <= LAUNCHES_MAX) onType(next)
        }}
        unit={t('home.startsUnit', { starts })}
        decimals={0}
        onEnter={() => {
          if (reason === undefined) onNext()
        }}
        chips={['1', '5', '10', '50'].map((value) => ({ label: count(Number(value)), value }))}
        note={
          <span className="num">
            {t('home.priceNote', { price: money(price) })}
            {available !== undefined && ` · ${t('home.youHave', { have: money(available) })}`}
          </span>
        }
      />
      <Button onClick={onNext} disabledReason={reason}>
        {t('home.review')}
      </Button>
      {!enough && (
        <AppLink to={paths.recharge()} className={buttonClass({ variant: 'ghost' })}>
          {t('shell.toDeposit')}
        </AppLink>
      )}
    </div>
  )
}

type ReviewProps = {
  purchase: Purchase
  team: Team | undefined
  onBack: () => void
  onDone: () => void
}

function Review({ purchase, team, onBack, onDone }: ReviewProps) {
  const t = useText()
  const { amount } = useFormats()
  const router = useRouter()
  const buy = useSend(buyLaunches)
  const { starts, each, price, available } = purchase
  const money = (units: bigint) => `${amount(formatAmount(units), { minDecimals: 2 })} USDT`
  const goDeposit = (error: Error) => {
    // The balance was spent elsewhere meanwhile; any other refusal stays where it is.
    if (error instanceof CallRefused && error.code === 'insufficient_balance')
      void router.navigate({ href: paths.recharge(), replace: true })
  }
  const gives = team?.next_output && `${amount(team.next_output, { minDecimals: 4 })} BTBC`
  return (
    <>
      <MoneyAction
        send={buy}
        lines={[
          { label: t('home.startsBought'), value: starts },
          { label: t('home.priceEach'), value: money(each) },
          ...(gives === undefined ? [] : [{ label: t('home.oneStartGives'), value: gives }]),
        ]}
        total={{ label: t('home.youPay'), value: money(price) }}
        after={
          !buy.isSuccess && available !== undefined && available >= price
            ? [{ label: t('home.balanceAfter'), value: money(available - price) }]
            : []
        }
        action={t('home.buyAction', { starts, price: money(price) })}
        onConfirm={() =>
          buy.mutate(
            { request: { times: starts }, own: { price: formatAmount(each) } },
            { onError: goDeposit },
          )
        }
        done={<Done title={t('home.bought', { starts })} />}
        onClose={onDone}
      >
        <p className="text-small text-mut">{t('home.startsHonest')}</p>
      </MoneyAction>
      {!buy.isSuccess && (
        // Not while it is decided: the answer would find nobody. Its room stays.
        <Button
          variant="ghost"
          size="medium"
          className={clsx('mt-4', buy.isPending && 'invisible')}
          onClick={onBack}
        >
          {t('home.changeNumber')}
        </Button>
      )}
    </>
  )
}
