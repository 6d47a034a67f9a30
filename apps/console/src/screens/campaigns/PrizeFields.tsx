import { type PrizeKind, prizeKinds } from '@btbc/contract/campaign-rules.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'

import { ANY, figureFaults, wholeTo } from '#figure-fault.ts'
import { Select } from '#shell/Select.tsx'

/** What each kind is for, in words. */
export const kinds = {
  place: 'campaigns.kind.place',
  tier: 'campaigns.kind.tier',
  invite: 'campaigns.kind.invite',
  draw: 'campaigns.kind.draw',
  claim: 'campaigns.kind.claim',
} as const satisfies Record<PrizeKind, string>

/** One prize as it is typed. */
export type Draft = {
  key: number
  kind: PrizeKind
  low: string
  high: string
  most: string
  usdt: string
  usdtMost: string
  btbc: string
}

export const EMPTY_PRIZE: Draft = {
  key: 0,
  kind: 'place',
  low: '1',
  high: '',
  most: '1',
  usdt: '0',
  usdtMost: '',
  btbc: '0',
}

const MANY = wholeTo(1_000_000)

/** What is wrong with a prize, field by field. What need not be typed is fine when it is not. */
export function prizeFaults({ kind, low, high, most, usdt, usdtMost, btbc }: Draft) {
  return figureFaults({
    low: [low, MANY],
    most: [most, MANY],
    usdt: [usdt, ANY],
    btbc: [btbc, ANY],
    ...(high !== '' && { high: [high, MANY] }),
    ...(kind === 'draw' && usdtMost !== '' && { usdtMost: [usdtMost, ANY] }),
  })
}

/** As the call takes it. */
export function readPrize({ kind, low, high, most, usdt, usdtMost, btbc }: Draft) {
  return {
    kind,
    low: Number(low),
    most: Number(most),
    usdt: usdt.trim(),
    btbc: btbc.trim(),
    ...(high !== '' && { high: Number(high) }),
    ...(kind === 'draw' && usdtMost !== '' && { usdt_most: usdtMost.trim() }),
  }
}

type PrizeFieldsProps = {
  number: number
  prize: Draft
  /** Whether what is wrong with it is said. */
  isJudged: boolean
  onChange: (part: Partial<Draft>) => void
  onRemove: (() => void) | undefined
}

/** What it is for, how many there are, and what each is worth. */
export function PrizeFields({ number, prize, isJudged, onChange, onRemove }: PrizeFieldsProps) {
  const faults = isJudged ? prizeFaults(prize) : {}
  const field = (name: 'low' | 'high' | 'most' | 'usdt' | 'usdtMost' | 'btbc') => ({
    value: prize[name],
    error: faults[name],
    inputMode: 'decimal' as const,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <fieldset className="grid gap-3 rounded-control border border-line p-3">
      <legend className="px-1 text-small font-semibold">
        {say('campaigns.prize', { number })}
      </legend>
      <Select
        label={say('campaigns.kind')}
        value={prize.kind}
        onChange={(typed) =>
          onChange({ kind: prizeKinds.find((each) => each === typed) ?? 'place' })
        }
        choices={prizeKinds.map((value) => ({ value, label: say(kinds[value]) }))}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field label={say('campaigns.low')} hint={say('campaigns.lowHint')} {...field('low')} />
        <Field label={say('campaigns.high')} hint={say('campaigns.highHint')} {...field('high')} />
        <Field label={say('campaigns.most')} {...field('most')} />
        <Field label={say('campaigns.btbc')} {...field('btbc')} />
        <Field label={say('campaigns.usdt')} {...field('usdt')} />
        {prize.kind === 'draw' && (
          <Field label={say('campaigns.usdtMost')} {...field('usdtMost')} />
        )}
      </div>
      {onRemove && (
        <Button variant="ghost" size="medium" onClick={onRemove}>
          {say('campaigns.remove', { number })}
        </Button>
      )}
    </fieldset>
  )
}
