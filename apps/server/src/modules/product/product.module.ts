import { defineModule } from '#module.ts'

import { watchPools } from './cover.ts'
import { serveProducts } from './product.routes.ts'
import { fundTermsAccepted, lockTermsAccepted } from './product.ts'

export const productModule = defineModule({
  calls: ({ serveOperator }) => serveProducts(serveOperator),
  effects: () => ({ 'lock.terms': lockTermsAccepted, 'fund.terms': fundTermsAccepted }),
  sweeps: () => [{ name: 'look at the cover of locks and funds', run: watchPools }],
})
