import { proposeCampaign } from '@btbc/contract/operator/campaign.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { TextArea } from '@btbc/ui/TextArea.tsx'
import { useState } from 'react'

import { useAct } from '#api/query.ts'
import { instantOf, isInstant, nowTyped } from '#desk/instant.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useForm } from '#desk/useForm.ts'
import {
  type Draft,
  EMPTY_PRIZE,
  PrizeFields,
  prizeFaults,
  readPrize,
} from '#screens/campaigns/PrizeFields.tsx'

const PRIZES_MAX = 12

/** Proposes; another operator accepts, and all of its prizes are set aside then. */
export function CampaignForm() {
  const { form, prizes, setPrizes, propose } = useProposing()
  const change = (index: number, part: Partial<Draft>) =>
    setPrizes(prizes.map((each, n) => (n === index ? { ...each, ...part } : each)))
  return (
    <ReasonForm
      act={proposeCampaign}
      form={form}
      onSubmit={propose}
      next={say('campaigns.next')}
      ofMoney
      button={say('campaigns.propose')}
    >
      <Field label={say('campaigns.name')} maxLength={80} {...form.field('title')} />
      <TextArea
        label={say('campaigns.rules')}
        maxLength={4_000}
        hint={say('campaigns.rulesHint')}
        {...form.field('rules')}
      />
      <Field label={say('campaigns.starts')} type="datetime-local" {...form.field('starts')} />
      <Field label={say('campaigns.ends')} type="datetime-local" {...form.field('ends')} />
      <Field
        label={say('campaigns.vests')}
        type="datetime-local"
        hint={say('campaigns.vestsHint')}
        {...form.field('vests')}
      />
      {prizes.map((prize, index) => (
        <PrizeFields
          key={prize.key}
          number={index + 1}
          prize={prize}
          isJudged={form.errors.prizes !== undefined}
          onChange={(part) => change(index, part)}
          onRemove={
            prizes.length > 1 ? () => setPrizes(prizes.filter((_, n) => n !== index)) : undefined
          }
        />
      ))}
      {prizes.length < PRIZES_MAX && (
        <Button
          variant="ghost"
          size="medium"
          onClick={() => setPrizes([...prizes, { ...EMPTY_PRIZE, key: lastKey(prizes) + 1 }])}
        >
          {say('campaigns.add')}
        </Button>
      )}
    </ReasonForm>
  )
}

function lastKey(prizes: readonly Draft[]): number {
  return Math.max(...prizes.map(({ key }) => key))
}

const EMPTY = { title: '', rules: '', vests: '', ends: '', reason: '', prizes: [EMPTY_PRIZE] }

const refusals = {
  campaign_dates: 'ends',
  starts_at: 'starts',
  ends_at: 'ends',
  vests_at: 'vests',
} as const

function useProposing() {
  const [empty] = useState(() => ({ ...EMPTY, starts: nowTyped() }))
  const form = useForm(empty, refusals, 'campaign')
  const { mutateAsync } = useAct(proposeCampaign)
  const { title, rules, starts, ends, vests, reason, prizes } = form.values

  async function propose() {
    const [fault] = prizes.flatMap((prize) => Object.values(prizeFaults(prize)))
    const wrong = {
      ...reasonFault(reason),
      ...(title.trim() === '' && { title: say('campaigns.titleMissing') }),
      ...(rules.trim() === '' && { rules: say('campaigns.rulesMissing') }),
      ...(!isInstant(starts) && { starts: say('earn.timeWrong') }),
      ...(!isInstant(ends) && { ends: say('earn.timeWrong') }),
      ...(fault !== undefined && { prizes: fault }),
    }
    await form.submit(wrong, async () => {
      await mutateAsync({
        title: title.trim(),
        rules: rules.trim(),
        prizes: prizes.map(readPrize),
        reason,
        starts_at: instantOf(starts),
        ends_at: instantOf(ends),
        ...(vests !== '' && { vests_at: instantOf(vests) }),
      })
      notify(say('desk.proposed'))
      form.set(empty)
    })
  }

  return { form, prizes, setPrizes: (next: Draft[]) => form.edit({ prizes: next }), propose }
}
