import { defineModule } from '#module.ts'

import { watchPools } from './cover.ts'
import { serveProducts } from './product.routes.ts'
import { fundTermsChange, lockTermsChange } from './product.ts'

export const productModule = defineModule({
  calls: ({ serveOperator }) => serveProducts(serveOperator),
  proposals: () => [lockTermsChange, fundTermsChange],
  sweeps: () => [{ name: 'look at the cover of locks and funds', run: watchPools }],
})
