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
  | 'rail.reserved'
  | 'rail.returned'

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
    'order.held': 'Held by orders, given back',
    'trade.settled': 'Exchange trades',
    'rail.credited': 'Deposit by gateway or bank',
    'transfer.own': 'Transfer between own wallets',
  },
  zh: {
    'genesis.sample_granted': '示例余额',
    'join.welcomed': '新人奖励',
    'referral.paid': '邀请奖励',
    'launch.bought': '购买启动次数',
    'launch.used': '使用启动次数',
    'machine.bought': '购买矿机',
    'run.mined': '24 小时挖矿产出',
    'order.held': '委托冻结与解冻',
    'trade.settled': '币币交易',
    'rail.credited': '网关或银行充值',
    'transfer.own': '自有账户划转',
  },
  kr: {
    'genesis.sample_granted': '샘플 잔액',
    'join.welcomed': '가입 축하 지급',
    'referral.paid': '초대 보상',
    'launch.bought': '시작 횟수 구매',
    'launch.used': '시작 횟수 사용',
    'machine.bought': '채굴기 구매',
    'run.mined': '24시간 채굴 산출',
    'order.held': '주문 보류 및 해제',
    'trade.settled': '거래소 체결',
    'rail.credited': '게이트웨이 또는 은행 입금',
    'transfer.own': '내 지갑 간 이체',
  },
  jp: {
    'genesis.sample_granted': 'サンプル残高',
    'join.welcomed': '登録特典',
    'referral.paid': '招待の報酬',
    'launch.bought': 'スタート回数の購入',
    'launch.used': 'スタート回数の使用',
    'machine.bought': 'マイニング機の購入',
    'run.mined': '24時間の採掘量',
    'order.held': '注文による拘束と解放',
    'trade.settled': '取引所の約定',
    'rail.credited': 'ゲートウェイ・銀行からの入金',
    'transfer.own': '自分のウォレット間の振替',
  },
  hk: {
    'genesis.sample_granted': '示範結餘',
    'join.welcomed': '新人獎勵',
    'referral.paid': '邀請獎勵',
    'launch.bought': '購買啟動次數',
    'launch.used': '使用啟動次數',
    'machine.bought': '購買礦機',
    'run.mined': '24 小時挖礦產出',
    'order.held': '委託凍結與解凍',
    'trade.settled': '幣幣交易',
    'rail.credited': '閘道或銀行充值',
    'transfer.own': '自有帳戶劃轉',
  },
  spa: {
    'genesis.sample_granted': 'Saldo de muestra',
    'join.welcomed': 'Bono de bienvenida',
    'referral.paid': 'Recompensa por un invitado',
    'launch.bought': 'Inicios comprados',
    'launch.used': 'Inicio usado',
    'machine.bought': 'Máquina comprada',
    'run.mined': 'Producción de un ciclo de 24 horas',
    'order.held': 'Retenido por órdenes y devuelto',
    'trade.settled': 'Operaciones en el mercado',
    'rail.credited': 'Depósito por pasarela o banco',
    'transfer.own': 'Transferencia entre billeteras propias',
  },
  bx: {
    'genesis.sample_granted': 'Saldo de exemplo',
    'join.welcomed': 'Bônus de boas-vindas',
    'referral.paid': 'Recompensa por um convidado',
    'launch.bought': 'Inícios comprados',
    'launch.used': 'Início usado',
    'machine.bought': 'Máquina comprada',
    'run.mined': 'Produção de um ciclo de 24 horas',
    'order.held': 'Bloqueado por ordens e devolvido',
    'trade.settled': 'Negociações no mercado',
    'rail.credited': 'Depósito por gateway ou banco',
    'transfer.own': 'Transferência entre carteiras próprias',
  },
  ban: {
    'genesis.sample_granted': 'নমুনা ব্যালেন্স',
    'join.welcomed': 'স্বাগত অনুদান',
    'referral.paid': 'আমন্ত্রিত সদস্যের পুরস্কার',
    'launch.bought': 'স্টার্ট কেনা হয়েছে',
    'launch.used': 'স্টার্ট ব্যবহৃত',
    'machine.bought': 'মেশিন কেনা হয়েছে',
    'run.mined': '২৪ ঘণ্টার রানের উৎপাদন',
    'order.held': 'অর্ডারে আটকে রাখা ও ফেরত',
    'trade.settled': 'এক্সচেঞ্জে লেনদেন',
    'rail.credited': 'গেটওয়ে বা ব্যাংক থেকে জমা',
    'transfer.own': 'নিজের ওয়ালেটের মধ্যে স্থানান্তর',
  },
}

export function recordText(kind: EntryKind, language: Language): string {
  const inLanguage: Partial<Record<EntryKind, string>> = texts[language]
  return inLanguage[kind] ?? kind
}
