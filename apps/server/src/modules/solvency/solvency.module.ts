import { defineModule } from '#module.ts'

import { serveSolvency } from './solvency.routes.ts'

export const solvencyModule = defineModule({
  calls: ({ serveDirect }, { promises }) => serveSolvency(serveDirect, { promises }),
})
