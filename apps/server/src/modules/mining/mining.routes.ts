import type { Serve } from '#http/serve.ts'

import { buyLaunches, countClaims, countLaunches } from './mining.launches.ts'
import { startAll, startMachine } from './mining.runs.ts'
import { describeReward, describeTeam } from './mining.team.ts'
import { settleMember } from './mining.ts'

const PURCHASE_ID_BYTES = 16

export function serveMining(serve: Serve): void {
  serve('/machine/get_free_times', async ({ tx, caller: { memberId }, now }) => {
    await settleMember(tx, memberId, now)
    return { free_times: await countLaunches(tx, memberId), award_receives: countClaims() }
  })
  serve('/machine/team', ({ tx, caller: { memberId }, now }) => describeTeam(tx, { memberId, now }))
  serve('/machine/has_reward', ({ tx, caller: { memberId }, now }) =>
    describeReward(tx, { memberId, now }),
  )
  serve('/machine/start_all', ({ tx, caller: { memberId }, now }) =>
    startAll(tx, { memberId, now }),
  )
  serve('/machine/start', ({ tx, caller: { memberId }, request, now }) =>
    startMachine(tx, { memberId, machineId: request.id, now }),
  )
  serve('/machine/buy_times', ({ tx, caller: { memberId }, request, now, random }) =>
    buyLaunches(tx, {
      memberId,
      times: request.times,
      now,
      id: random(PURCHASE_ID_BYTES).toString('hex'),
    }),
  )
}
