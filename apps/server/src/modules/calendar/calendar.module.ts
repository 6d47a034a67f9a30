import { defineModule } from '#module.ts'

import { serveCalendar } from './calendar.routes.ts'

export const calendarModule = defineModule({ calls: ({ serve }) => serveCalendar(serve) })
