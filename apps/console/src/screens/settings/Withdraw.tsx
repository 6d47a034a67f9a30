import { say } from '@btbc/contract/operator/operator-text.ts'
import { withdrawSetting } from '@btbc/contract/operator/setting.ts'

import { useAct } from '#api/query.ts'
import { ProposeForm } from '#desk/ProposeForm.tsx'
import { dateTime } from '#format.ts'
import { differences } from '#screens/settings/figures.ts'
import type { Setting } from '#screens/settings/SettingsScreen.tsx'
import { Section } from '#shell/Page.tsx'

/** The last change that is to come does not begin, if another operator agrees. */
export function Withdraw({ setting: { fields, value, coming } }: { setting: Setting }) {
  const { mutateAsync } = useAct(withdrawSetting)
  const last = coming.at(-1)
  if (!last) return null
  const instead = coming.at(-2)?.value ?? value
  return (
    <Section title={say('setting.withdrawFrom', { at: dateTime(last.from) })}>
      <div className="card grid gap-4 p-4">
        <ul aria-label={say('setting.stays')} className="num grid gap-1 font-semibold">
          {differences(fields, last.value, instead).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <ProposeForm
          act={withdrawSetting}
          label={say('desk.reason')}
          button={say('setting.withdraw')}
          onPropose={(reason) => mutateAsync({ id: last.id, reason })}
        >
          {say('setting.withdrawNext')}
        </ProposeForm>
      </div>
    </Section>
  )
}
