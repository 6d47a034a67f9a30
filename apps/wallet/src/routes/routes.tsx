import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { loadMoreTexts } from '#i18n/language.ts'
import { paths, safeBack } from '#paths.ts'
import { FrontDoor, openFrontDoor } from '#routes/FrontDoor.tsx'
import { NotFound } from '#shell/NotFound.tsx'
import { ScreenFailed } from '#shell/ScreenFailed.tsx'
import { Shell } from '#shell/Shell.tsx'
import { ensureMember, isLoggedIn } from '#session.ts'

/** The table of contents. One line a screen; each is loaded when it is first looked at. */

type Search = {
  back?: string
  code?: string
  id?: string
  from?: string
  to?: string
  t?: string
  wallet?: string
  currency?: string
  side?: string
  type?: string
  api?: string
  result?: string
  order?: string
}

/** What they say came with the app; held against their code by first-screens.test.ts. */
const firstScreens: ReadonlySet<string> = new Set([
  paths.home(),
  paths.login(),
  paths.register(),
  paths.forget(),
  paths.exchange(),
])

async function ensureTexts(pathname: string): Promise<void> {
  if (!firstScreens.has(pathname)) await loadMoreTexts()
}

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  validateSearch: (search: Search): Search => search,
})

/** For members: without a token to /login, and back here afterwards. */
const member = createRoute({
  getParentRoute: () => root,
  id: 'member',
  beforeLoad: async ({ location }) => {
    if (!isLoggedIn()) throw redirect({ href: paths.login(location.href) })
    await Promise.all([
      ensureTexts(location.pathname),
      // Not knowing the member's id is no reason to keep them out.
      ensureMember().catch(() => undefined),
    ])
  },
})

/** For everybody. */
const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  beforeLoad: async ({ location }) => await ensureTexts(location.pathname),
})

/** For visitors: who is logged in already goes on. No tab bar. */
const visitor = createRoute({
  getParentRoute: () => root,
  id: 'visitor',
  staticData: { tabs: false },
  beforeLoad: async ({ location, search }) => {
    if (isLoggedIn()) throw redirect({ href: safeBack(search.back) })
    await ensureTexts(location.pathname)
  },
})

/** Screens behind one of these doors, each loaded when it is first looked at. */
const screensBelow =
  <Door extends AnyRoute>(door: Door) =>
  <const Path extends string, const Name extends string>(
    path: Path,
    load: () => Promise<Record<Name, () => ReactNode>>,
    name: Name,
  ) =>
    createRoute({ getParentRoute: () => door, path, component: lazyRouteComponent(load, name) })

const forMembers = screensBelow(member)
const forAll = screensBelow(open)
const forVisitors = screensBelow(visitor)

const memberScreens = member.addChildren([
  forMembers('/notice', () => import('#screens/notices/NoticesScreen.tsx'), 'NoticesScreen'),
  forMembers('/notice/$id', () => import('#screens/notices/NoticeScreen.tsx'), 'NoticeScreen'),
  forMembers(
    '/Actives',
    () => import('#screens/activities/ActivitiesScreen.tsx'),
    'ActivitiesScreen',
  ),
  forMembers('/info', () => import('#screens/articles/InfoScreens.tsx'), 'InfoScreen'),
  forMembers('/info1', () => import('#screens/articles/InfoScreens.tsx'), 'Info1Screen'),
  forMembers('/info2', () => import('#screens/articles/InfoScreens.tsx'), 'Info2Screen'),
  forMembers('/info3', () => import('#screens/articles/InfoScreens.tsx'), 'Info3Screen'),
  forMembers('/info4', () => import('#screens/articles/InfoScreens.tsx'), 'Info4Screen'),
  forMembers('/recharge', () => import('#screens/recharge/RechargeScreen.tsx'), 'RechargeScreen'),
  forMembers('/transfer', () => import('#screens/transfer/TransferScreen.tsx'), 'TransferScreen'),
  forMembers(
    '/withdrawal',
    () => import('#screens/withdrawal/WithdrawalScreen.tsx'),
    'WithdrawalScreen',
  ),
  forMembers(
    '/BankWithdrawal',
    () => import('#screens/bank-withdrawal/BankWithdrawalScreen.tsx'),
    'BankWithdrawalScreen',
  ),
  forMembers(
    '/statement',
    () => import('#screens/statement/StatementScreen.tsx'),
    'StatementScreen',
  ),
  forMembers('/Ucenter', () => import('#screens/account/AccountScreen.tsx'), 'AccountScreen'),
  forMembers('/buy', () => import('#screens/buy/BuyScreen.tsx'), 'BuyScreen'),
  forMembers('/detail', () => import('#screens/deal/DealScreen.tsx'), 'DealScreen'),
  forMembers('/upstart', () => import('#screens/deals/DealsScreen.tsx'), 'DealsScreen'),
  forMembers('/seller', () => import('#screens/seller/SellerScreen.tsx'), 'SellerScreen'),
  forMembers('/seller/offer', () => import('#screens/seller/OfferScreen.tsx'), 'OfferScreen'),
  forMembers('/payments', () => import('#screens/payees/PayeesScreen.tsx'), 'PayeesScreen'),
  forMembers('/identity', () => import('#screens/identity/IdentityScreen.tsx'), 'IdentityScreen'),
  forMembers('/security', () => import('#screens/security/SecurityScreen.tsx'), 'SecurityScreen'),
  forMembers(
    '/security/password',
    () => import('#screens/security/PasswordScreen.tsx'),
    'PasswordScreen',
  ),
  forMembers(
    '/security/sessions',
    () => import('#screens/security/SessionsScreen.tsx'),
    'SessionsScreen',
  ),
  forMembers(
    '/security/passkeys',
    () => import('#screens/security/PasskeysScreen.tsx'),
    'PasskeysScreen',
  ),
  forMembers(
    '/security/authenticator',
    () => import('#screens/security/AuthenticatorScreen.tsx'),
    'AuthenticatorScreen',
  ),
  forMembers('/security/pin', () => import('#screens/security/FundPinScreen.tsx'), 'FundPinScreen'),
  forMembers(
    '/security/recovery',
    () => import('#screens/security/RecoveryCodesScreen.tsx'),
    'RecoveryCodesScreen',
  ),
  forMembers(
    '/security/phrase',
    () => import('#screens/security/PhraseScreen.tsx'),
    'PhraseScreen',
  ),
  forMembers('/security/mail', () => import('#screens/security/ContactScreen.tsx'), 'MailScreen'),
  forMembers('/security/phone', () => import('#screens/security/ContactScreen.tsx'), 'PhoneScreen'),
  forMembers(
    '/security/keys',
    () => import('#screens/security/ApiKeysScreen.tsx'),
    'ApiKeysScreen',
  ),
  forMembers('/Miner', () => import('#screens/machines/MachinesScreen.tsx'), 'MachinesScreen'),
  forMembers('/Bank', () => import('#screens/fund/FundScreen.tsx'), 'FundScreen'),
  forMembers('/redeem', () => import('#screens/redeem/RedeemScreen.tsx'), 'RedeemScreen'),
  forMembers('/sign', () => import('#screens/check-in/CheckInScreen.tsx'), 'CheckInScreen'),
  forMembers('/trade', () => import('#screens/lock/LockScreen.tsx'), 'LockScreen'),
  forMembers('/shop', () => import('#screens/shop/ShopScreen.tsx'), 'ShopScreen'),
  forMembers('/share', () => import('#screens/share/ShareScreen.tsx'), 'ShareScreen'),
  forMembers('/assets3', () => import('#screens/wallet/WalletScreen.tsx'), 'WalletScreen'),
  forMembers(
    '/BankRecharge',
    () => import('#screens/gateway-deposit/GatewayDepositScreen.tsx'),
    'GatewayDepositScreen',
  ),
  forMembers(
    '/BankRecharge2',
    () => import('#screens/bank-deposit/BankDepositScreen.tsx'),
    'BankDepositScreen',
  ),
  forMembers('/assets', () => import('#screens/assets/AssetsScreen.tsx'), 'AssetsScreen'),
  forMembers('/income', () => import('#screens/income/IncomeScreen.tsx'), 'IncomeScreen'),
  createRoute({
    getParentRoute: () => member,
    path: '/machines',
    beforeLoad: () => {
      throw redirect({ href: paths.machines() })
    },
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/team',
    beforeLoad: () => {
      throw redirect({ href: paths.team() })
    },
  }),
])

const openScreens = open.addChildren([
  createRoute({
    getParentRoute: () => open,
    path: '/',
    beforeLoad: openFrontDoor,
    component: FrontDoor,
  }),
  forAll('/Info', () => import('#screens/market/MarketScreen.tsx'), 'MarketScreen'),
  forAll('/Info/$id', () => import('#screens/articles/ArticleScreen.tsx'), 'ArticleScreen'),
  createRoute({
    getParentRoute: () => open,
    path: '/kline',
    // The chart is for everybody, the team for its member.
    beforeLoad: ({ location, search }) => {
      if (search.from !== 'exchange' && !isLoggedIn())
        throw redirect({ href: paths.login(location.href) })
    },
    component: lazyRouteComponent(() => import('#routes/KlineScreen.tsx'), 'KlineScreen'),
  }),
  forAll('/chart', () => import('#screens/exchange/ChartScreen.tsx'), 'ChartScreen'),
  forAll('/exchange', () => import('#screens/exchange/ExchangeScreen.tsx'), 'ExchangeScreen'),
  forAll('/terms', () => import('#screens/terms/TermsScreen.tsx'), 'TermsScreen'),
  forAll('/Kefu', () => import('#screens/support/SupportScreen.tsx'), 'SupportScreen'),
  forAll(
    '/whitePaper',
    () => import('#screens/white-paper/WhitePaperScreen.tsx'),
    'WhitePaperScreen',
  ),
  forAll('/help', () => import('#screens/help/HelpScreen.tsx'), 'HelpScreen'),
  forAll('/about', () => import('#screens/about/AboutScreen.tsx'), 'AboutScreen'),
  // The articles speak of the proof; it stands on the page about us.
  createRoute({
    getParentRoute: () => open,
    path: '/proof',
    beforeLoad: () => {
      throw redirect({ href: paths.proof(), replace: true })
    },
  }),
])

const visitorScreens = visitor.addChildren([
  forVisitors('/login', () => import('#screens/login/LoginScreen.tsx'), 'LoginScreen'),
  forVisitors('/register', () => import('#screens/register/RegisterScreen.tsx'), 'RegisterScreen'),
  forVisitors('/forget', () => import('#screens/forget/ForgetScreen.tsx'), 'ForgetScreen'),
])

export const router = createRouter({
  routeTree: root.addChildren([memberScreens, openScreens, visitorScreens]),
  caseSensitive: true,
  defaultErrorComponent: ScreenFailed,
  defaultPreload: 'intent',
  defaultViewTransition: true,
  scrollRestoration: true,
  // Queries are text here, as they are in a link: a code such as 007 stays what it is.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const query = new URLSearchParams(
      Object.entries(search).filter((pair): pair is [string, string] => Boolean(pair[1])),
    )
    return query.size > 0 ? `?${query}` : ''
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** False where the tab bar would lead away from a form. */
    tabs?: boolean
  }
}
