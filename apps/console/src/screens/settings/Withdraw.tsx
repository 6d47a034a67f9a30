import { say } from '@btbc/contract/operator/operator-text.ts'
import { withdrawSetting } from '@btbc/contract/operator/setting.ts'
import { useMemo } from 'react'

import { useAct } from '#api/query.ts'
import { ProposeForm } from '#desk/ProposeForm.tsx'
import { useStaying } from '#desk/useStaying.ts'
import { dateTime } from '#format.ts'
import { differences } from '#screens/settings/figures.ts'
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
      over={last.includes(each) ? undefined : say('desk.decidedMeanwhile')}
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
  /** Why it cannot be withdrawn any more. */
  over: string | undefined
  onHand: (isInHand: boolean) => void
}

function WithdrawOne({ change, fields, over, onHand }: WithdrawOneProps) {
  const { mutateAsync } = useAct(withdrawSetting)
  const { id, from, value, instead } = change
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
          label={say('desk.reason')}
          button={say('setting.withdraw')}
          over={over}
          onHand={onHand}
          onPropose={(reason) => mutateAsync({ id, reason })}
        >
          {say('setting.withdrawNext')}
        </ProposeForm>
      </div>
    </Section>
  )
}
