import { defineModule } from '#module.ts'

import { servePools } from './pool.routes.ts'
import { applyPoolFunding } from './pool.ts'

export const poolModule = defineModule({
  calls: ({ serveOperator }) => servePools(serveOperator),
  effects: () => ({ 'pool.fund': applyPoolFunding }),
})
