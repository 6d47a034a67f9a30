import { formatAmount } from '@btbc/money/amount.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button, buttonClass } from '@btbc/ui/Button.tsx'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { Download } from 'lucide-react'

import { saveFile } from '#files/save-file.ts'
import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { currencyName } from '#solvency/currency-name.ts'
import { Check } from '#screens/proof/Check.tsx'
import { CheckStatement } from '#screens/proof/CheckStatement.tsx'
import { OnChain } from '#screens/proof/OnChain.tsx'
import type { Checked } from '#screens/proof/verifier.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { Section } from '#shell/Section.tsx'

const OF_ORDER = ['previous', 'head_back', 'key']
const OF_SUMS = ['negative', 'owed', 'uncovered']
const OF_LINES = ['lines', 'lines_sum']

/** What the newest one is worth: each check by itself, and the member's own place in it. */
export function Newest({ checked }: { checked: Checked }) {
  const t = useText()
  const { dateTime } = useFormats()
  const { attestation, findings, own } = checked
  const { number, at, tree } = attestation
  const holds = (codes: readonly string[]) => !findings.some((code) => codes.includes(code))
  return (
    <>
      <Section title={t('proof.newest', { number: String(number) })}>
        <div className="card grid gap-3 p-4">
          <p className="num text-small text-mut">{dateTime(at)}</p>
          <Check holds={holds(['signature', 'format'])}>{t('proof.signed')}</Check>
          <Check holds={holds(OF_ORDER)}>{t('proof.follows')}</Check>
          <Check holds={holds(OF_SUMS)}>{t('proof.covered')}</Check>
          <CopyRow label={t('proof.root')} value={tree.root} />
        </div>
      </Section>
      <Section title={t('proof.own')}>
        {own ? (
          <Own checked={checked} own={own} />
        ) : (
          <AppLink to={paths.login(paths.proof())} className={buttonClass({ variant: 'ghost' })}>
            {t('proof.logIn')}
          </AppLink>
        )}
      </Section>
      <OnChain checked={checked} />
    </>
  )
}

function Own({ checked, own }: { checked: Checked; own: NonNullable<Checked['own']> }) {
  const t = useText()
  const money = useMoney()
  const { dateTime } = useFormats()
  const { attestation, saved } = checked
  const { sums, findings, areLinesRead } = own
  const { number, at, currencies } = attestation
  if (findings.includes('left_out')) {
    return <Banner tone="warn">{t('proof.leftOut', { time: dateTime(at) })}</Banner>
  }
  const isOf = (code: string) => OF_LINES.includes(code)
  const items = currencies.flatMap(({ code, scale }, n) => {
    const sum = sums?.[n] ?? 0n
    return sum === 0n
      ? []
      : [{ label: currencyName(code, t), value: money(formatAmount(sum, scale), code) }]
  })
  return (
    <div className="card grid gap-3 p-4">
      <Check holds={findings.every(isOf)}>{t('proof.ownLeaf')}</Check>
      {areLinesRead ? (
        <Check holds={!findings.some(isOf)}>{t('proof.ownLines')}</Check>
      ) : (
        <p className="text-small text-mut">{t('proof.linesUnread')}</p>
      )}
      <p className="text-small text-mut">{t('proof.ownSums')}</p>
      <KeyValue items={items} />
      <p className="text-small text-sub">{t('proof.hidden')}</p>
      <Button
        variant="ghost"
        icon={<Download size={20} aria-hidden />}
        onClick={() => saveFile(`btbc-test-proof-${number}.json`, saved, 'application/json')}
      >
        {t('proof.save')}
      </Button>
      {areLinesRead && <CheckStatement saved={saved} />}
    </div>
  )
}
