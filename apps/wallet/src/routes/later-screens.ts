import type { ReactNode } from 'react'

// A dialog has its cross when it is there.
import '#shell/CloseButton.tsx'

/** Where each screen is that is not a first one: found here, as the first file has no room for their names. */

type Screen = () => ReactNode

const files = {
  FeedbackScreen: () => import('#screens/feedback/FeedbackScreen.tsx'),
  NewFeedbackScreen: () => import('#screens/feedback/FeedbackScreen.tsx'),
  ThreadScreen: () => import('#screens/feedback/ThreadScreen.tsx'),
  NoticesScreen: () => import('#screens/notices/NoticesScreen.tsx'),
  NoticeSettingsScreen: () => import('#screens/notices/NoticeSettingsScreen.tsx'),
  NoticeScreen: () => import('#screens/notices/NoticeScreen.tsx'),
  ActivitiesScreen: () => import('#screens/activities/ActivitiesScreen.tsx'),
  InfoScreen: () => import('#screens/articles/InfoScreens.tsx'),
  Info1Screen: () => import('#screens/articles/InfoScreens.tsx'),
  Info2Screen: () => import('#screens/articles/InfoScreens.tsx'),
  Info3Screen: () => import('#screens/articles/InfoScreens.tsx'),
  Info4Screen: () => import('#screens/articles/InfoScreens.tsx'),
  RechargeScreen: () => import('#screens/recharge/RechargeScreen.tsx'),
  TransferScreen: () => import('#screens/transfer/TransferScreen.tsx'),
  WithdrawalScreen: () => import('#screens/withdrawal/WithdrawalScreen.tsx'),
  BankWithdrawalScreen: () => import('#screens/bank-withdrawal/BankWithdrawalScreen.tsx'),
  StatementScreen: () => import('#screens/statement/StatementScreen.tsx'),
  AccountScreen: () => import('#screens/account/AccountScreen.tsx'),
  BuyScreen: () => import('#screens/buy/BuyScreen.tsx'),
  DealScreen: () => import('#screens/deal/DealScreen.tsx'),
  DealsScreen: () => import('#screens/deals/DealsScreen.tsx'),
  SellerScreen: () => import('#screens/seller/SellerScreen.tsx'),
  OfferScreen: () => import('#screens/seller/OfferScreen.tsx'),
  PayeesScreen: () => import('#screens/payees/PayeesScreen.tsx'),
  IdentityScreen: () => import('#screens/identity/IdentityScreen.tsx'),
  SecurityScreen: () => import('#screens/security/SecurityScreen.tsx'),
  PasswordScreen: () => import('#screens/security/PasswordScreen.tsx'),
  SessionsScreen: () => import('#screens/security/SessionsScreen.tsx'),
  PasskeysScreen: () => import('#screens/security/PasskeysScreen.tsx'),
  AuthenticatorScreen: () => import('#screens/security/AuthenticatorScreen.tsx'),
  FundPinScreen: () => import('#screens/security/FundPinScreen.tsx'),
  RecoveryCodesScreen: () => import('#screens/security/RecoveryCodesScreen.tsx'),
  PhraseScreen: () => import('#screens/security/PhraseScreen.tsx'),
  MailScreen: () => import('#screens/security/ContactScreen.tsx'),
  PhoneScreen: () => import('#screens/security/ContactScreen.tsx'),
  ApiKeysScreen: () => import('#screens/security/ApiKeysScreen.tsx'),
  MachinesScreen: () => import('#screens/machines/MachinesScreen.tsx'),
  FundScreen: () => import('#screens/fund/FundScreen.tsx'),
  CalendarScreen: () => import('#screens/calendar/CalendarScreen.tsx'),
  CampaignScreen: () => import('#screens/campaign/CampaignScreen.tsx'),
  RedeemScreen: () => import('#screens/redeem/RedeemScreen.tsx'),
  CheckInScreen: () => import('#screens/check-in/CheckInScreen.tsx'),
  LockScreen: () => import('#screens/lock/LockScreen.tsx'),
  ShopScreen: () => import('#screens/shop/ShopScreen.tsx'),
  TeamScreen: () => import('#screens/team/TeamScreen.tsx'),
  ShareScreen: () => import('#screens/share/ShareScreen.tsx'),
  WalletScreen: () => import('#screens/wallet/WalletScreen.tsx'),
  GatewayDepositScreen: () => import('#screens/gateway-deposit/GatewayDepositScreen.tsx'),
  BankDepositScreen: () => import('#screens/bank-deposit/BankDepositScreen.tsx'),
  AssetsScreen: () => import('#screens/assets/AssetsScreen.tsx'),
  IncomeScreen: () => import('#screens/income/IncomeScreen.tsx'),
  MarketScreen: () => import('#screens/market/MarketScreen.tsx'),
  ArticleScreen: () => import('#screens/articles/ArticleScreen.tsx'),
  ChartScreen: () => import('#screens/exchange/ChartScreen.tsx'),
  TermsScreen: () => import('#screens/terms/TermsScreen.tsx'),
  SupportScreen: () => import('#screens/support/SupportScreen.tsx'),
  WhitePaperScreen: () => import('#screens/white-paper/WhitePaperScreen.tsx'),
  HelpScreen: () => import('#screens/help/HelpScreen.tsx'),
  ProofScreen: () => import('#screens/proof/ProofScreen.tsx'),
  LabScreen: () => import('#screens/lab/LabScreen.tsx'),
  AboutScreen: () => import('#screens/about/AboutScreen.tsx'),
}

export type LaterScreen = keyof typeof files

/** Each file has a screen of its name. */
const places: { [Name in LaterScreen]: () => Promise<Record<Name, Screen>> } = files

export async function loadScreen(name: LaterScreen): Promise<{ default: Screen }> {
  const screens: Partial<Record<LaterScreen, Screen>> = await places[name]()
  const { [name]: screen } = screens
  if (!screen) throw new Error(`there is no ${name}`)
  return { default: screen }
}
