import { defineModule } from '#module.ts'

import { serveSettings } from './setting.routes.ts'

export const settingModule = defineModule({
  calls: ({ serveOperator }, { settings }) => serveSettings(serveOperator, settings),
})
