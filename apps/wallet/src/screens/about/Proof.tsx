import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText, type TextKey } from '#i18n/text.ts'
import { Section } from '#shell/Section.tsx'

const REFRESH_MS = 60_000

/** Per currency: what is owed, what is set aside, what is held, and whether it agrees. */
export function Proof() {
  const t = useText()
  const formats = useFormats()
  const solvency = useCall('/solvency', undefined, { refetchInterval: REFRESH_MS })
  return (
    <div id="proof" className="scroll-mt-28">
      <Section title={t('content.openBooks')}>
        <Loaded query={solvency} skeleton={<Skeleton className="h-150" />}>
          {({ at, currencies }) => (
            <>
              <p className="num text-small text-sub">
                {t('content.openBooksBody', { time: formats.dateTime(at) })}
              </p>
              <ul className="card divide-y divide-line px-4">
                {currencies.map((currency) => (
                  <CurrencyProof key={currency.currency} proof={currency} />
                ))}
              </ul>
            </>
          )}
        </Loaded>
      </Section>
    </div>
  )
}

type CurrencyOfProof = Answer<'/solvency'>['currencies'][number]

/** The two that are counted, not held, have words instead of codes. */
const counted = new Map<string, TextKey>([
  ['LAUNCH', 'content.starts'],
  ['POINT', 'content.points'],
])

function CurrencyProof({ proof }: { proof: CurrencyOfProof }) {
  const t = useText()
  const formats = useFormats()
  const word = counted.get(proof.currency_name)
  const block = /^chain@(\d+)$/.exec(proof.custody_source)?.[1]
  const reserves = Object.entries(proof.reserves)
  const promised = reserves.filter(([account]) => account.startsWith('reserve:'))
  const rest = reserves.filter(([account]) => !account.startsWith('reserve:'))
  return (
    <li className="grid gap-2 py-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-semibold">{word ? t(word) : proof.currency_name}</h3>
        <StatusPill tone={proof.agrees ? 'good' : 'bad'}>
          {t(proof.agrees ? 'content.proofAgrees' : 'content.proofDiffers')}
        </StatusPill>
      </div>
      <KeyValue
        items={[
          { label: t('content.owed'), value: formats.amount(sum(Object.values(proof.owed))) },
          { label: t('content.reserved'), value: formats.amount(sum(promised.map(amountOf))) },
          { label: t('content.setAside'), value: formats.amount(sum(rest.map(amountOf))) },
          {
            label: block ? t('content.custodyChain', { block }) : t('content.custodyBooks'),
            value: formats.amount(proof.custody),
          },
        ]}
      />
    </li>
  )
}

function amountOf([, amount]: [string, string]): string {
  return amount
}

/** Exact: no amount here ever becomes a floating-point number. */
function sum(amounts: readonly string[]): string {
  return formatAmount(amounts.reduce((total, amount) => total + (parseAmount(amount) ?? 0n), 0n))
}
