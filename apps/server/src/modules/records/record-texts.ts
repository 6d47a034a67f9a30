import type { Language } from '@btbc/contract/wire.ts'
import type { EntryKind } from '@btbc/ledger/kinds.ts'

/** What happened, in the member's words: one short line for each kind that a statement can show. */

/** Kinds that move money of the house alone. */
type HouseKind =
  | 'genesis.treasury_filled'
  | 'genesis.pools_funded'
  | 'pool.funded'
  | 'referral.promised'
  | 'referral.lapsed'
  | 'run.reserved'
  | 'run.released'
  | 'order.held'

type ShownKind = Exclude<EntryKind, HouseKind>

const texts: Record<Language, Record<ShownKind, string>> = {
  en: {
    'genesis.sample_granted': 'Sample balance',
    'join.welcomed': 'Welcome grant',
    'referral.paid': 'Reward for an invited member',
    'launch.bought': 'Starts bought',
    'launch.used': 'Start used',
    'machine.bought': 'Machine bought',
    'run.mined': 'Output of a 24-hour run',
    'trade.settled': 'Exchange trades',
  },
  zh: {
    'genesis.sample_granted': '示例余额',
    'join.welcomed': '新人奖励',
    'referral.paid': '邀请奖励',
    'launch.bought': '购买启动次数',
    'launch.used': '使用启动次数',
    'machine.bought': '购买矿机',
    'run.mined': '24 小时挖矿产出',
    'trade.settled': '币币交易',
  },
  kr: {
    'genesis.sample_granted': '샘플 잔액',
    'join.welcomed': '가입 축하 지급',
    'referral.paid': '초대 보상',
    'launch.bought': '시작 횟수 구매',
    'launch.used': '시작 횟수 사용',
    'machine.bought': '채굴기 구매',
    'run.mined': '24시간 채굴 산출',
    'trade.settled': '거래소 체결',
  },
  jp: {
    'genesis.sample_granted': 'サンプル残高',
    'join.welcomed': '登録特典',
    'referral.paid': '招待の報酬',
    'launch.bought': 'スタート回数の購入',
    'launch.used': 'スタート回数の使用',
    'machine.bought': 'マイニング機の購入',
    'run.mined': '24時間の採掘量',
    'trade.settled': '取引所の約定',
  },
  hk: {
    'genesis.sample_granted': '示範結餘',
    'join.welcomed': '新人獎勵',
    'referral.paid': '邀請獎勵',
    'launch.bought': '購買啟動次數',
    'launch.used': '使用啟動次數',
    'machine.bought': '購買礦機',
    'run.mined': '24 小時挖礦產出',
    'trade.settled': '幣幣交易',
  },
  spa: {
    'genesis.sample_granted': 'Saldo de muestra',
    'join.welcomed': 'Bono de bienvenida',
    'referral.paid': 'Recompensa por un invitado',
    'launch.bought': 'Inicios comprados',
    'launch.used': 'Inicio usado',
    'machine.bought': 'Máquina comprada',
    'run.mined': 'Producción de un ciclo de 24 horas',
    'trade.settled': 'Operaciones en el mercado',
  },
  bx: {
    'genesis.sample_granted': 'Saldo de exemplo',
    'join.welcomed': 'Bônus de boas-vindas',
    'referral.paid': 'Recompensa por um convidado',
    'launch.bought': 'Inícios comprados',
    'launch.used': 'Início usado',
    'machine.bought': 'Máquina comprada',
    'run.mined': 'Produção de um ciclo de 24 horas',
    'trade.settled': 'Negociações no mercado',
  },
  ban: {
    'genesis.sample_granted': 'নমুনা ব্যালেন্স',
    'join.welcomed': 'স্বাগত অনুদান',
    'referral.paid': 'আমন্ত্রিত সদস্যের পুরস্কার',
    'launch.bought': 'স্টার্ট কেনা হয়েছে',
    'launch.used': 'স্টার্ট ব্যবহৃত',
    'machine.bought': 'মেশিন কেনা হয়েছে',
    'run.mined': '২৪ ঘণ্টার রানের উৎপাদন',
    'trade.settled': 'এক্সচেঞ্জে লেনদেন',
  },
}

export function recordText(kind: EntryKind, language: Language): string {
  const inLanguage: Partial<Record<EntryKind, string>> = texts[language]
  return inLanguage[kind] ?? kind
}
