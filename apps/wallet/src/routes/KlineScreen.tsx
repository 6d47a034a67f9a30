import { redirect, useSearch } from '@tanstack/react-router'

import { paths } from '#paths.ts'
import { later } from '#routes/later.ts'
import { ensureMember, isLoggedIn } from '#session.ts'

const TeamScreen = later('TeamScreen')
const ChartScreen = later('ChartScreen')

type Search = { from?: string }

const isChart = ({ from }: Search) => from === 'exchange'

/** One address, two screens: the team, and the chart for who comes from the exchange. */
export function KlineScreen() {
  return isChart(useSearch({ strict: false })) ? <ChartScreen /> : <TeamScreen />
}

/** What has to be there before. The chart is for everybody, the team for its member. */
export async function openKline(asked: { location: { href: string }; search: Search }) {
  if (isChart(asked.search)) return await ChartScreen.preload()
  if (!isLoggedIn()) throw redirect({ href: paths.login(asked.location.href) })
  await Promise.all([TeamScreen.preload(), ensureMember()])
}
