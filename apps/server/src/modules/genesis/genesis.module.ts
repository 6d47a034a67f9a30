import { defineModule } from '#module.ts'
import { openingCustody } from '#chain/opening-custody.ts'

import { openHouse } from './opening.ts'

export const genesisModule = defineModule({
  seed: (ground) => openHouse({ ...ground, custody: ground.chain?.opening ?? openingCustody }),
})
