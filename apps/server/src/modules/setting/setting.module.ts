import { defineModule } from '#module.ts'

import { settingChange } from './setting.change.ts'
import { serveSettings } from './setting.routes.ts'
import { settingWithdrawal } from './setting.withdraw.ts'

export const settingModule = defineModule({
  calls: ({ serveOperator }, { settings }) => serveSettings(serveOperator, settings),
  proposals: ({ settings }) => [settingChange(settings), settingWithdrawal],
})
