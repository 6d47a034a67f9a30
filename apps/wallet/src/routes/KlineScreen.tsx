import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

const TeamScreen = lazy(async () => ({
  default: (await import('#screens/team/TeamScreen.tsx')).TeamScreen,
}))
const ChartScreen = lazy(async () => ({
  default: (await import('#screens/exchange/ChartScreen.tsx')).ChartScreen,
}))

/** One address, two screens: the team, and the chart for who comes from the exchange. */
export function KlineScreen() {
  const { from } = useSearch({ strict: false })
  return <Suspense>{from === 'exchange' ? <ChartScreen /> : <TeamScreen />}</Suspense>
}
