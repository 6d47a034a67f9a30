import { defineModule } from '#module.ts'

import { servePools } from './pool.routes.ts'
import { poolFunding } from './pool.ts'

export const poolModule = defineModule({
  calls: ({ serveOperator }) => servePools(serveOperator),
  proposals: () => [poolFunding],
})
