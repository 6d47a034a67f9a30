import { defineModule } from '#module.ts'

import { serveSolvency } from './solvency.routes.ts'

export const solvencyModule = defineModule({
  calls: ({ serveDirect }, house) => serveSolvency(serveDirect, house),
})
