import { explainBalance } from '@btbc/contract/wallet.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Summary } from '@btbc/ui/Fold.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { CircleCheck } from 'lucide-react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { decimalsOf, useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { addUp, type ExplainedGroup } from '#screens/statement/explained.ts'
import type { Shown } from '#screens/statement/StatementScreen.tsx'

/** What there is, and every move that made it, kind by kind. */
export function Explained({ shown }: { shown: Shown }) {
  const t = useText()
  const explanation = useCall(explainBalance, shown)
  return (
    <Loaded query={explanation} skeleton={<Skeleton className="h-53" />}>
      {(data) => (
        <section aria-label={t('transfer.balance')} className="card grid gap-3 p-4">
          <Balance data={data} />
          <details className="group border-t border-line pt-1">
            <Summary className="justify-between font-semibold">{t('transfer.explain')}</Summary>
            <Groups data={data} />
          </details>
        </section>
      )}
    </Loaded>
  )
}

type ExplanationProps = { data: Answer<typeof explainBalance> }

function Balance({ data }: ExplanationProps) {
  const t = useText()
  const money = useShortMoney()
  const { amount } = useFormats()
  const code = data.currency_name
  const { total } = addUp(data)
  return (
    <>
      <div className="grid">
        <p className="text-small text-mut">{t('transfer.balance')}</p>
        <p className="num text-amount font-semibold wrap-anywhere">
          {amount(total, { decimals: decimalsOf(total, code), minDecimals: 2 })}{' '}
          <span className="text-small font-normal text-mut">{code}</span>
        </p>
      </div>
      <KeyValue
        items={[
          { label: t('exchange.available'), value: money(data.available, code) },
          { label: t('transfer.lockedName'), value: money(data.locked, code) },
        ]}
      />
    </>
  )
}

function Groups({ data }: ExplanationProps) {
  const t = useText()
  const money = useShortMoney()
  const { groups, total, agrees } = addUp(data)
  const code = data.currency_name
  if (groups.length === 0) return <p className="text-small text-mut">{t('transfer.nothingYet')}</p>
  return (
    <div className="grid gap-2 pt-1">
      <dl className="grid gap-2">
        {groups.map((group) => (
          <Group key={group.kind} group={group} code={code} />
        ))}
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-2 font-semibold">
          <dt>{t('transfer.together')}</dt>
          <dd className="num ml-auto">{money(total, code)}</dd>
        </div>
      </dl>
      {agrees ? (
        <p className="flex gap-2 text-small text-mut">
          <CircleCheck size={18} aria-hidden className="shrink-0 text-up" />
          {t('transfer.addsUp')}
        </p>
      ) : (
        <Banner tone="bad">{t('transfer.addsUpNot')}</Banner>
      )}
    </div>
  )
}

function Group({ group, code }: { group: ExplainedGroup; code: string }) {
  const t = useText()
  const money = useShortMoney()
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="min-w-0">
        {group.info}{' '}
        <span className="num text-small text-sub">
          {t('transfer.times', { count: group.count })}
        </span>
      </dt>
      <dd className="num ml-auto text-right">
        {money(group.total, code, { signed: true })}
        {group.locked !== undefined && (
          <span className="block text-small text-sub">
            {t('transfer.lockedOf', { amount: money(group.locked, code, { signed: true }) })}
          </span>
        )}
      </dd>
    </div>
  )
}
