import { sql } from 'kysely'

import { defineModule } from '#module.ts'

const HOUR_MS = 60 * 60 * 1000

export const railModule = defineModule({
  // Longer than any limit counts.
  kept: [
    {
      table: 'rail_use',
      column: 'at',
      keepMs: 25 * HOUR_MS,
      by: 'now',
      where: sql`not is_open`,
    },
  ],
})
