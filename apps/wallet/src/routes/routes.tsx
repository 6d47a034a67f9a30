import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type AnyRoute,
  type RouteComponent,
  type StaticDataRouteOption,
} from '@tanstack/react-router'

import { loadTextsOf } from '#i18n/language.ts'
import { paths, queryOf, safeBack } from '#paths.ts'
import { animateTurns } from '#routes/animated.ts'
import { fetched } from '#routes/fetched.tsx'
import { FrontDoor, openFrontDoor } from '#routes/FrontDoor.tsx'
import { KlineScreen, openKline } from '#routes/KlineScreen.tsx'
import type { LaterScreen } from '#routes/later-screens.ts'
import { later } from '#routes/later.ts'
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
  if (!firstScreens.has(pathname)) await loadTextsOf(pathname)
}

const root = createRootRoute({
  component: Shell,
  notFoundComponent: fetched(() => import('#shell/NotFound.tsx'), 'NotFound'),
  validateSearch: (search: Search): Search => search,
})

/** For members: without a token to /login, and back here afterwards. */
const member = createRoute({
  getParentRoute: () => root,
  id: 'member',
  beforeLoad: async ({ location }) => {
    if (!isLoggedIn()) throw redirect({ href: paths.login(location.href) })
    await Promise.all([ensureTexts(location.pathname), ensureMember()])
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
  staticData: { presented: 'alone' },
  beforeLoad: async ({ location, search }) => {
    if (isLoggedIn()) throw redirect({ href: safeBack(search.back) })
    await ensureTexts(location.pathname)
  },
})

/** A screen behind one of these doors: a first one, or the name of one whose place is found when it is needed. */
const screensBelow =
  <Door extends AnyRoute>(door: Door, staticData: StaticDataRouteOption = {}) =>
  <const Path extends string>(path: Path, screen: LaterScreen | RouteComponent) =>
    createRoute({
      getParentRoute: () => door,
      path,
      staticData,
      component: typeof screen === 'string' ? later(screen) : screen,
    })

const forMembers = screensBelow(member)
/** Over the screen it was opened from, until it is closed. */
const asDialog = screensBelow(member, { presented: 'dialog' })
const forAll = screensBelow(open)
const forVisitors = screensBelow(visitor)

/** Another address of a screen. */
const leadsTo = <const Path extends string>(href: string, path: Path) =>
  createRoute({
    getParentRoute: () => member,
    path,
    beforeLoad: () => {
      throw redirect({ href, replace: true })
    },
  })

const memberScreens = member.addChildren([
  forMembers('/feedback', 'FeedbackScreen'),
  asDialog('/feedback/new', 'NewFeedbackScreen'),
  asDialog('/feedback/$id', 'ThreadScreen'),
  forMembers('/notice', 'NoticesScreen'),
  forMembers('/notice/settings', 'NoticeSettingsScreen'),
  asDialog('/notice/$id', 'NoticeScreen'),
  forMembers('/Actives', 'ActivitiesScreen'),
  forMembers('/info', 'InfoScreen'),
  forMembers('/info1', 'Info1Screen'),
  forMembers('/info2', 'Info2Screen'),
  forMembers('/info3', 'Info3Screen'),
  forMembers('/info4', 'Info4Screen'),
  forMembers('/recharge', 'RechargeScreen'),
  forMembers('/transfer', 'TransferScreen'),
  asDialog('/withdrawal', 'WithdrawalScreen'),
  forMembers('/BankWithdrawal', 'BankWithdrawalScreen'),
  forMembers('/statement', 'StatementScreen'),
  forMembers('/Ucenter', 'AccountScreen'),
  forMembers('/buy', 'BuyScreen'),
  forMembers('/detail', 'DealScreen'),
  forMembers('/upstart', 'DealsScreen'),
  forMembers('/seller', 'SellerScreen'),
  forMembers('/seller/offer', 'OfferScreen'),
  forMembers('/payments', 'PayeesScreen'),
  asDialog('/identity', 'IdentityScreen'),
  forMembers('/security', 'SecurityScreen'),
  forMembers('/security/password', 'PasswordScreen'),
  forMembers('/security/sessions', 'SessionsScreen'),
  forMembers('/security/passkeys', 'PasskeysScreen'),
  forMembers('/security/authenticator', 'AuthenticatorScreen'),
  forMembers('/security/pin', 'FundPinScreen'),
  forMembers('/security/recovery', 'RecoveryCodesScreen'),
  forMembers('/security/phrase', 'PhraseScreen'),
  forMembers('/security/mail', 'MailScreen'),
  forMembers('/security/phone', 'PhoneScreen'),
  forMembers('/security/keys', 'ApiKeysScreen'),
  forMembers('/Miner', 'MachinesScreen'),
  forMembers('/Bank', 'FundScreen'),
  forMembers('/calendar', 'CalendarScreen'),
  asDialog('/redeem', 'RedeemScreen'),
  forMembers('/campaign', 'CampaignScreen'),
  forMembers('/sign', 'CheckInScreen'),
  forMembers('/trade', 'LockScreen'),
  forMembers('/shop', 'ShopScreen'),
  forMembers('/share', 'ShareScreen'),
  forMembers('/assets3', 'WalletScreen'),
  forMembers('/BankRecharge', 'GatewayDepositScreen'),
  forMembers('/BankRecharge2', 'BankDepositScreen'),
  forMembers('/assets', 'AssetsScreen'),
  asDialog('/income', 'IncomeScreen'),
  leadsTo(paths.machines(), '/machines'),
  leadsTo(paths.team(), '/team'),
  leadsTo(paths.buy(), '/otc'),
])

const openScreens = open.addChildren([
  createRoute({
    getParentRoute: () => open,
    path: '/',
    beforeLoad: openFrontDoor,
    component: FrontDoor,
  }),
  forAll('/Info', 'MarketScreen'),
  forAll('/Info/$id', 'ArticleScreen'),
  createRoute({
    getParentRoute: () => open,
    path: '/kline',
    beforeLoad: openKline,
    component: KlineScreen,
  }),
  forAll('/chart', 'ChartScreen'),
  forAll(
    '/exchange',
    fetched(() => import('#screens/exchange/ExchangeScreen.tsx'), 'ExchangeScreen'),
  ),
  forAll('/terms', 'TermsScreen'),
  forAll('/Kefu', 'SupportScreen'),
  forAll('/whitePaper', 'WhitePaperScreen'),
  forAll('/help', 'HelpScreen'),
  forAll('/about', 'AboutScreen'),
  forAll('/proof', 'ProofScreen'),
  forAll('/lab', 'LabScreen'),
])

const visitorScreens = visitor.addChildren([
  forVisitors(
    '/login',
    fetched(() => import('#screens/login/LoginScreen.tsx'), 'LoginScreen'),
  ),
  forVisitors(
    '/register',
    fetched(() => import('#screens/register/RegisterScreen.tsx'), 'RegisterScreen'),
  ),
  forVisitors(
    '/forget',
    fetched(() => import('#screens/forget/ForgetScreen.tsx'), 'ForgetScreen'),
  ),
])

export const router = createRouter({
  routeTree: root.addChildren([memberScreens, openScreens, visitorScreens]),
  caseSensitive: true,
  defaultErrorComponent: ScreenFailed,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Queries are text here, as they are in a link: a code such as 007 stays what it is.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: queryOf,
})
animateTurns(router)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** Without the tab bar, which would lead away from a form; a dialog is closed to where it was opened. */
    presented?: 'alone' | 'dialog'
  }
}
