import * as z from 'zod/mini'

import { readProfile } from '#account.ts'
import { endpoint } from '#endpoint.ts'
import { listMachines, readLaunches, readTeam } from '#mining.ts'
import { readHomeContent } from '#news.ts'
import { readOutput } from '#rewards.ts'

/** The first screen of a member in one call. */

export const readHome = endpoint({
  path: '/home',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['member', 'balances', 'runs', 'machines', 'launches', 'output'],
  summary: 'All that the first screen shows: each part as its own call answers it',
  request: {},
  response: z.object({
    profile: readProfile.response,
    team: readTeam.response,
    launches: readLaunches.response,
    output: readOutput.response,
    machines: listMachines.response,
    content: readHomeContent.response,
  }),
  refusals: [],
})

export const homeCalls = { readHome }
