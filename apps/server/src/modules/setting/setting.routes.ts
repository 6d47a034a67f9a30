import {
  listSettingHistory as listSettingHistoryCall,
  listSettings as listSettingsCall,
  proposeSetting as proposeSettingCall,
  withdrawSetting as withdrawSettingCall,
} from '@btbc/contract/operator/setting.ts'

import type { ServeOperator } from '#modules/operator/index.ts'
import type { FindSettings } from '#platform/settings.ts'

import { proposeChange } from './setting.change.ts'
import { listHistory, listSettings } from './setting.ts'
import { proposeWithdrawal } from './setting.withdraw.ts'

const PER_PAGE = 20

export function serveSettings(serve: ServeOperator, settings: FindSettings): void {
  serve(listSettingsCall, ({ tx, now }) => listSettings(tx, { settings, now }))
  serve(listSettingHistoryCall, ({ tx, request: { name, before, limit = PER_PAGE }, now }) =>
    listHistory(tx, { settings, name, before, limit, now }),
  )
  serve(proposeSettingCall, async ({ tx, request, caller, now, note }) => {
    const proposal = await proposeChange(tx, { settings, request, caller, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
  serve(withdrawSettingCall, async ({ tx, request, caller, now, note }) => {
    const proposal = await proposeWithdrawal(tx, { settings, request, caller, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
}
