import { defineModule } from '#module.ts'

import { applyFactorRemoval } from './member.factors.ts'
import { applyFreeze, applyUnfreeze } from './member.freeze.ts'
import { serveMembers } from './member.routes.ts'
import { applySellerEnd } from './member.selling.ts'

export const memberModule = defineModule({
  calls: ({ serveOperator }) => serveMembers(serveOperator),
  effects: () => ({
    'member.freeze': applyFreeze,
    'member.unfreeze': applyUnfreeze,
    'factors.remove': applyFactorRemoval,
    'seller.end': applySellerEnd,
  }),
})
