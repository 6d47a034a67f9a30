import { defineModule } from '#module.ts'

import { firstPageSweeps } from './first-page.jobs.ts'
import { serveFirstPage } from './first-page.routes.ts'

export const firstPageModule = defineModule({
  calls: ({ serveDirect }, { promises }) => serveFirstPage(serveDirect, { promises }),
  sweeps: () => firstPageSweeps,
})
