import { sql } from 'kysely'

import { defineModule } from '#module.ts'
import { HOUR_MS } from '#platform/durations.ts'

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
