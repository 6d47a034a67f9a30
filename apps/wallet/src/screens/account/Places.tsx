import { readStanding } from '@btbc/contract/account.ts'
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Bell,
  CalendarCheck,
  ChartNoAxesColumn,
  CircleHelp,
  Coins,
  Cpu,
  FileText,
  Gift,
  HandCoins,
  Handshake,
  Headset,
  LockKeyhole,
  MessagesSquare,
  PartyPopper,
  PiggyBank,
  ReceiptText,
  Share2,
  Shield,
  ShoppingCart,
  Store,
  Users,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'

import { useCall } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import type { Member } from '#screens/account/AccountCard.tsx'
import { SpotBalances } from '#screens/account/SpotBalances.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Section } from '#shell/Section.tsx'

type PlacesProps = { balances: Member['change_wallet']['balance'] | undefined }

/** Every place a member can go, in groups. */
export function Places({ balances }: PlacesProps) {
  const t = useText()
  return (
    <>
      <nav aria-label={t('shell.account')} className="card divide-y divide-line px-4">
        <LinkRow to={paths.security()} Icon={Shield} label={t('settings.security')} />
      </nav>
      <Group title={t('settings.money')}>
        {balances && <SpotBalances balances={balances} />}
        <LinkRow to={paths.recharge()} Icon={ArrowDownToLine} label={t('recharge.deposit')} />
        <LinkRow to={paths.withdrawal()} Icon={ArrowUpFromLine} label={t('withdrawal.withdraw')} />
        <LinkRow to={paths.wallet()} Icon={Wallet} label={t('shell.wallet')} />
        <LinkRow to={paths.assets()} Icon={Coins} label={t('settings.assets')} />
        <LinkRow to={paths.lockPlan()} Icon={LockKeyhole} label={t('lock.plan')} />
        <LinkRow to={paths.funds()} Icon={PiggyBank} label={t('fund.funds')} />
        <LinkRow to={paths.buy()} Icon={ShoppingCart} label={t('buy.title')} />
        <LinkRow to={paths.deals()} Icon={ReceiptText} label={t('buy.deals')} />
        <LinkRow to={paths.seller()} Icon={Handshake} label={t('buy.selling')} />
        <LinkRow to={paths.payees()} Icon={HandCoins} label={t('buy.collection')} />
        <LinkRow to={paths.income()} Icon={ChartNoAxesColumn} label={t('settings.income')} />
      </Group>
      <Group title={t('wallet.rewards')}>
        <LinkRow to={paths.checkIn()} Icon={CalendarCheck} label={t('points.title')} />
        <LinkRow to={paths.redeem()} Icon={Gift} label={t('packets.title')} />
      </Group>
      <Group title={t('mining.machines')}>
        <LinkRow to={paths.machines()} Icon={Cpu} label={t('home.myMachines')} />
        <LinkRow to={paths.shop()} Icon={Store} label={t('home.shop')} />
        <LinkRow to={paths.team()} Icon={Users} label={t('home.team')} />
        <LinkRow to={paths.share()} Icon={Share2} label={t('team.share')} />
      </Group>
      <Group title={t('content.help')}>
        <LinkRow
          to={paths.notices()}
          Icon={Bell}
          label={t('home.notices')}
          detail={<Unread of="notices" />}
        />
        <LinkRow
          to={paths.feedback()}
          Icon={MessagesSquare}
          label={t('settings.feedback')}
          detail={<Unread of="feedback" />}
        />
        <LinkRow to={paths.support()} Icon={Headset} label={t('content.support')} />
        <LinkRow to={paths.whitePaper()} Icon={FileText} label={t('content.whitePaper')} />
        <LinkRow to={paths.activities()} Icon={PartyPopper} label={t('content.activities')} />
        <LinkRow to={paths.help()} Icon={CircleHelp} label={t('content.help')} />
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <div className="card divide-y divide-line px-4">{children}</div>
    </Section>
  )
}

/** A dot and how many notices or answers were not read. */
function Unread({ of }: { of: 'notices' | 'feedback' }) {
  const t = useText()
  const { count } = useFormats()
  const { data: center } = useCall(readStanding)
  const unread = center?.unread[of] ?? 0
  if (unread === 0) return null
  return (
    <span className="flex items-center gap-2 text-tx">
      <span className="size-2 rounded-chip bg-acf" aria-hidden />
      {count(unread)}
      <span className="sr-only">{t('settings.unread')}</span>
    </span>
  )
}
