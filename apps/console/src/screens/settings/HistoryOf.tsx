import { say } from '@btbc/contract/operator/operator-text.ts'
import { listSettingHistory } from '@btbc/contract/operator/setting.ts'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { dateTime } from '#format.ts'
import { figure } from '#screens/settings/figures.ts'
import type { Setting } from '#screens/settings/SettingsScreen.tsx'
import { OlderPages } from '#shell/OlderPages.tsx'

const SHOWN = 10

/** What it was, the newest value first, and who agreed on it. */
export function HistoryOf({ setting: { name, fields } }: { setting: Setting }) {
  const [pages, setPages] = useState<readonly number[]>([])
  const before = pages.at(-1)
  const page = useCall(listSettingHistory, { name, limit: SHOWN, ...(before ? { before } : {}) })
  return (
    <Loaded query={page}>
      {({ list, next }) => (
        <>
          <ol className="grid gap-2">
            {list.map(({ id, from, value, agreed, withdrawn }) => (
              <li key={id} className="card grid gap-1 p-4">
                <p className="font-semibold">{say('setting.from', { at: dateTime(from) })}</p>
                <p className="num text-small wrap-anywhere">
                  {fields.map((field) => `${field.label} ${figure(field, value)}`).join(' · ')}
                </p>
                <p className="text-small text-mut">
                  {agreed ? say('setting.agreed', factsOf(agreed)) : say('setting.first')}
                </p>
                {withdrawn && (
                  <p className="text-small text-warn">{say('setting.never', factsOf(withdrawn))}</p>
                )}
              </li>
            ))}
          </ol>
          <OlderPages pages={pages} next={next} onTurn={setPages} />
        </>
      )}
    </Loaded>
  )
}

type Agreed = NonNullable<Answer<typeof listSettingHistory>['list'][number]['agreed']>

const factsOf = ({ proposed_by: one, accepted_by: another, reason }: Agreed) => ({
  one: one.name,
  another: another.name,
  reason,
})
