import { defineModule } from '#module.ts'

import { factorRemoval } from './member.factors.ts'
import { memberFreeze, memberUnfreeze } from './member.freeze.ts'
import { serveMembers } from './member.routes.ts'
import { sellerEnd } from './member.selling.ts'

export const memberModule = defineModule({
  calls: ({ serveOperator }) => serveMembers(serveOperator),
  proposals: () => [memberFreeze, memberUnfreeze, factorRemoval, sellerEnd],
})
