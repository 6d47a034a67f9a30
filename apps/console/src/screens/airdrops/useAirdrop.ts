import { airdropPoolNames } from '@btbc/contract/airdrop-rules.ts'
import { countAirdrop, proposeAirdrop } from '@btbc/contract/operator/airdrop.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { notify } from '@btbc/ui/notice.ts'
import { useState } from 'react'

import type { Answer, Ask } from '#api/call.ts'
import { useAct } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { useForm } from '#desk/useForm.ts'

const AMOUNT = /^\d{1,19}(\.\d{1,8})?$/
const NUMBER = /^[1-9]\d{8}$/

const EMPTY = {
  title: '',
  source: 'welcome 1001',
  amount: '',
  identity: false,
  active: false,
  from: '',
  before: '',
  team: '',
  numbers: '',
  reason: '',
}
type Values = typeof EMPTY
type Terms = Ask<typeof countAirdrop>

const refusals = {
  airdrop_number_unknown: 'numbers',
  pool_source_short: 'amount',
  joined_from: 'from',
  joined_before: 'before',
  team_of: 'team',
} as const

/** What was counted holds for the terms it was counted for; others are counted anew. */
export function useAirdrop() {
  const form = useForm(EMPTY, refusals, 'airdrop')
  const [last, setLast] = useState<{ of: string; figures: Answer<typeof countAirdrop> }>()
  const counting = useAct(countAirdrop)
  const proposing = useAct(proposeAirdrop)
  const { title, reason } = form.values
  const terms = termsOf(form.values)
  const counted = last?.of === JSON.stringify(terms) ? last.figures : undefined

  async function go() {
    await form.submit(faultsOf(form.values), async () => {
      if (!counted) {
        const figures = await counting.mutateAsync(terms)
        setLast({ of: JSON.stringify(terms), figures })
        return
      }
      const { members } = counted
      await proposing.mutateAsync({ ...terms, title: title.trim(), members, reason })
      notify(say('desk.proposed'))
      form.set(EMPTY)
    })
  }

  return { form, counted, currency: Number(terms.currency), go }
}

function termsOf(values: Values): Terms {
  const { source, amount, identity, active, from, before, team, numbers } = values
  const [name, currency] = source.split(' ')
  const listed = numbersIn(numbers)
  return {
    pool: airdropPoolNames.find((each) => each === name) ?? 'welcome',
    currency: Number(currency),
    amount: amount.trim(),
    group: {
      ...(identity && { accepted_identity: true as const }),
      ...(active && { active: true as const }),
      ...(from !== '' && { joined_from: from }),
      ...(before !== '' && { joined_before: before }),
      ...(team.trim() !== '' && { team_of: team.trim() }),
      ...(listed.length > 0 && { numbers: listed }),
    },
  }
}

function faultsOf({ title, amount, team, numbers, reason }: Values) {
  const areNumbers = numbersIn(numbers).every((each) => NUMBER.test(each))
  return {
    ...reasonFault(reason),
    ...(title.trim() === '' && { title: say('airdrops.nameWrong') }),
    ...(!AMOUNT.test(amount.trim()) && { amount: say('pools.amountWrong') }),
    ...(team.trim() !== '' && !NUMBER.test(team.trim()) && { team: say('airdrops.numberWrong') }),
    ...(!areNumbers && { numbers: say('airdrops.numberWrong') }),
  }
}

function numbersIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((each) => each !== '')
}
