import { defineModule } from '#module.ts'

import { applyUnfreeze } from './member.ts'
import { serveMembers } from './member.routes.ts'

export const memberModule = defineModule({
  calls: ({ serveOperator }) => serveMembers(serveOperator),
  effects: { 'member.unfreeze': applyUnfreeze },
})
