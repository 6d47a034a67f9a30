import { say } from '@btbc/contract/operator/operator-text.ts'
import { listSettingHistory } from '@btbc/contract/operator/setting.ts'
import { useState } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { dateTime } from '#format.ts'
import { figure } from '#screens/settings/figures.ts'
import type { Setting } from '#screens/settings/SettingsScreen.tsx'
import { OlderPages } from '#shell/OlderPages.tsx'

const SHOWN = 10

/** What it was, the newest value first, and who agreed on it. */
export function HistoryOf({ setting: { name, fields } }: { setting: Setting }) {
  const [pages, setPages] = useState<readonly string[]>([])
  const before = pages.at(-1)
  const page = useCall(listSettingHistory, { name, limit: SHOWN, ...(before ? { before } : {}) })
  return (
    <Loaded query={page}>
      {({ list, next }) => (
        <>
          <ol className="grid gap-2">
            {list.map(({ from, value, reason, ...who }) => (
              <li key={from} className="card grid gap-1 p-4">
                <p className="font-semibold">{say('setting.from', { at: dateTime(from) })}</p>
                <p className="num text-small wrap-anywhere">
                  {fields.map((field) => `${field.label} ${figure(field, value)}`).join(' · ')}
                </p>
                <p className="text-small text-mut">
                  {who.proposed_by && who.accepted_by
                    ? say('setting.agreed', {
                        one: who.proposed_by.name,
                        another: who.accepted_by.name,
                        reason: reason ?? '',
                      })
                    : say('setting.first')}
                </p>
              </li>
            ))}
          </ol>
          <OlderPages pages={pages} next={next} onTurn={setPages} />
        </>
      )}
    </Loaded>
  )
}
