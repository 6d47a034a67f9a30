import { houseNow } from '@btbc/client/house-clock.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { withdrawSetting } from '@btbc/contract/operator/setting.ts'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'

import { useAct } from '#api/query.ts'
import { ProposeForm } from '#desk/ProposeForm.tsx'
import { useStaying } from '#desk/useStaying.ts'
import { dateTime } from '#format.ts'
import { differences, SOONEST_MS } from '#screens/settings/figures.ts'
import type { Setting } from '#screens/settings/SettingsScreen.tsx'
import { Section } from '#shell/Page.tsx'

/**
 * The last change that is to come does not begin, if another operator agrees. What is written for that stays
 * when it has begun or was withdrawn.
 */
export function Withdraw({ setting }: { setting: Setting }) {
  const last = useMemo(() => lastOf(setting), [setting])
  const { all, hold } = useStaying(last)
  return all.map((each) => (
    <WithdrawOne
      key={each.id}
      change={each}
      fields={setting.fields}
      isComing={last.includes(each)}
      onHand={(isInHand) => hold(each.id, isInHand)}
    />
  ))
}

/** With what would hold instead of it. */
function lastOf({ value, coming }: Setting) {
  const last = coming.at(-1)
  return last ? [{ ...last, instead: coming.at(-2)?.value ?? value }] : []
}

type WithdrawOneProps = {
  change: ReturnType<typeof lastOf>[number]
  fields: Setting['fields']
  /** False once it has begun or was withdrawn. */
  isComing: boolean
  onHand: (isInHand: boolean) => void
}

function WithdrawOne({ change, fields, isComing, onHand }: WithdrawOneProps) {
  const { mutateAsync } = useAct(withdrawSetting)
  const [isInHand, setInHand] = useState(false)
  const { id, from, value, instead } = change
  const isTooLate = useBeginsSoon(from) || !isComing
  if (isTooLate && !isInHand) return null
  const hold = (now: boolean) => {
    setInHand(now)
    onHand(now)
  }
  return (
    <Section title={say('setting.withdrawFrom', { at: dateTime(from) })}>
      <div className="card grid gap-4 p-4">
        <ul aria-label={say('setting.stays')} className="num grid gap-1 font-semibold">
          {differences(fields, value, instead).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <ProposeForm
          act={withdrawSetting}
          draft={`withdrawal of ${id}`}
          label={say('desk.reason')}
          button={say('setting.withdraw')}
          over={isTooLate ? say('setting.comesNoMore') : undefined}
          onHand={hold}
          onPropose={(reason) => mutateAsync({ id, reason })}
        >
          {say('setting.withdrawNext')}
        </ProposeForm>
      </div>
    </Section>
  )
}

const LOOK_MS = 1_000

/** Whether it begins too soon for every server to hear of a withdrawal, by the clock of the house. */
function useBeginsSoon(from: string): boolean {
  const isSoon = () => Date.parse(from) - houseNow() < SOONEST_MS
  const [found, setFound] = useState(isSoon)
  const look = useEffectEvent(() => setFound(isSoon()))
  useEffect(() => {
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  return found
}
