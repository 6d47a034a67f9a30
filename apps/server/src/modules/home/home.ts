import type { Response } from '@btbc/contract/endpoint.ts'
import type { readHome as readHomeCall } from '@btbc/contract/home.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Db } from '@btbc/database/database.ts'

import { listMachines } from '#modules/machine/index.ts'
import { describeTeam } from '#modules/mining/index.ts'
import { readHome as readContent } from '#modules/news/news.ts'
import { readInfo } from '#modules/profile/profile.ts'
import { describeLaunches, describeReward, lookAtRewards } from '#modules/rewards/index.ts'

/** All that the first screen of a member shows, as the calls of its parts answer it. */

export async function readHome(
  db: Db,
  asked: {
    memberId: number
    termsVersion: number
    language: Language
    now: Date
    hasChain: boolean
    listed: number
  },
): Promise<Response<typeof readHomeCall>> {
  const { memberId, termsVersion, language, now, hasChain, listed } = asked
  // First, for it settles what is due: the others show what is there after that.
  const rewards = await lookAtRewards(db, { memberId, now })
  const [profile, team, machines, content] = await Promise.all([
    readInfo(db, { memberId, termsVersion, language, now }),
    describeTeam(db, { memberId, now, limit: listed, page: 1 }),
    listMachines(db, { memberId }),
    readContent(db, { language, now }),
  ])
  const launches = describeLaunches(rewards)
  const output = describeReward(rewards, { now, hasChain })
  return { profile, team, launches, output, machines, content }
}
