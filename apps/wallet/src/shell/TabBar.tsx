import { useLocation } from '@tanstack/react-router'
import { ChartCandlestick, Coins, House, Wallet } from 'lucide-react'

import { useText, type TextKey } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink } from '#shell/AppLink.tsx'

/** `area`: the screens a tab leads to, on which it stays the one that is lit. */
const tabs: readonly { to: string; name: TextKey; Icon: typeof House; area: string[] }[] = [
  {
    to: paths.home(),
    name: 'shell.home',
    Icon: House,
    area: [paths.machines(), paths.shop(), paths.share(), paths.team()],
  },
  {
    to: paths.market(),
    name: 'shell.market',
    Icon: ChartCandlestick,
    area: [paths.market(), paths.exchange(), paths.chart(), paths.team('exchange')],
  },
  {
    to: paths.wallet(),
    name: 'shell.wallet',
    Icon: Wallet,
    area: [
      paths.recharge(),
      paths.transfer(),
      paths.gatewayDeposit(),
      paths.bankDeposit(),
      paths.bankWithdrawal(),
      paths.statement(),
    ],
  },
  {
    to: paths.assets(),
    name: 'shell.myAssets',
    Icon: Coins,
    area: [],
  },
]

/** The chart of a market stands at the team's address. */
const QUERIED = new Set([paths.team('exchange')])

/** Four places under the thumb. */
export function TabBar() {
  const t = useText()
  const here = useLocation({ select: ({ pathname, searchStr }) => ({ pathname, searchStr }) })
  return (
    <nav
      aria-label={t('shell.main')}
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-s1 pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="mx-auto grid max-w-120 grid-cols-4">
        {tabs.map(({ to, name, Icon, area }) => (
          <li key={to}>
            <AppLink
              to={to}
              aria-current={isInArea(area, here) ? 'true' : undefined}
              className="press tab"
            >
              <Icon size={22} aria-hidden />
              <span>{t(name)}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Whether this screen is one of these or below one of them; one with a query is only itself. */
function isInArea(area: readonly string[], here: { pathname: string; searchStr: string }): boolean {
  const whole = here.pathname + here.searchStr
  const isBelow = (each: string) => here.pathname === each || here.pathname.startsWith(`${each}/`)
  return area.includes(whole) || (!QUERIED.has(whole) && area.some(isBelow))
}
