import { defineModule } from '#module.ts'

import { serveRecords } from './records.routes.ts'

export const recordsModule = defineModule({
  calls: ({ serveDirect }) => serveRecords(serveDirect),
})
