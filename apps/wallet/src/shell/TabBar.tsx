import { ChartCandlestick, House, UserRound, Wallet } from 'lucide-react'

import { useText, type TextKey } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink } from '#shell/AppLink.tsx'

const tabs: readonly { to: string; name: TextKey; Icon: typeof House }[] = [
  { to: paths.home(), name: 'shell.home', Icon: House },
  { to: paths.market(), name: 'shell.market', Icon: ChartCandlestick },
  { to: paths.wallet(), name: 'shell.wallet', Icon: Wallet },
  { to: paths.assets(), name: 'shell.myAssets', Icon: UserRound },
]

/** Four places under the thumb. */
export function TabBar() {
  const t = useText()
  return (
    <nav
      aria-label={t('shell.main')}
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-s1 pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="mx-auto grid max-w-120 grid-cols-4">
        {tabs.map(({ to, name, Icon }) => (
          <li key={to}>
            <AppLink
              to={to}
              className="press flex min-h-16 flex-col items-center justify-center gap-1 px-1 text-center text-label text-mut aria-[current]:text-ac"
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
