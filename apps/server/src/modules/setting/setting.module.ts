import { defineModule } from '#module.ts'

import { applyChange } from './setting.change.ts'
import { serveSettings } from './setting.routes.ts'
import { applyWithdrawal } from './setting.withdraw.ts'

export const settingModule = defineModule({
  calls: ({ serveOperator }, { settings }) => serveSettings(serveOperator, settings),
  effects: ({ settings }) => ({
    'setting.change': applyChange(settings),
    'setting.withdraw': applyWithdrawal,
  }),
})
