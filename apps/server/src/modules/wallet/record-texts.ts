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
  | 'deposit.seen'
  | 'faucet.held'
  | 'faucet.sent'
  | 'faucet.returned'
  | 'rail.reserved'
  | 'rail.returned'
  | 'rail.paid_out'
  | 'withdrawal.confirmed'
  | 'gas.paid'
  | 'gas.covered'
  | 'arrival.booked'
  | 'mint.settled'

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
    'reward.claimed': 'Mined BTBC claimed',
    'order.held': 'Held by orders, given back',
    'trade.settled': 'Exchange trades',
    'rail.credited': 'Deposit by gateway or bank',
    'deposit.credited': 'Deposit',
    'transfer.own': 'Transfer between own wallets',
    'transfer.internal': 'Transfer between members',
    'withdrawal.held': 'Held for a withdrawal',
    'withdrawal.sent': 'Withdrawal',
    'withdrawal.returned': 'Withdrawal that came back',
    'bank.held': 'Held for a bank withdrawal',
    'bank.paid': 'Withdrawal to a bank',
    'bank.returned': 'Bank withdrawal given back',
  },
  zh: {
    'genesis.sample_granted': '示例余额',
    'join.welcomed': '新人奖励',
    'referral.paid': '邀请奖励',
    'launch.bought': '购买启动次数',
    'launch.used': '使用启动次数',
    'machine.bought': '购买矿机',
    'run.mined': '24 小时挖矿产出',
    'reward.claimed': '领取挖矿 BTBC',
    'order.held': '委托冻结与解冻',
    'trade.settled': '币币交易',
    'rail.credited': '网关或银行充值',
    'deposit.credited': '充值',
    'transfer.own': '自有账户划转',
    'transfer.internal': '会员间转账',
    'withdrawal.held': '提现冻结',
    'withdrawal.sent': '提现',
    'withdrawal.returned': '提现退回',
    'bank.held': '银行提现冻结',
    'bank.paid': '银行提现',
    'bank.returned': '银行提现退回',
  },
  kr: {
    'genesis.sample_granted': '샘플 잔액',
    'join.welcomed': '가입 축하 지급',
    'referral.paid': '초대 보상',
    'launch.bought': '시작 횟수 구매',
    'launch.used': '시작 횟수 사용',
    'machine.bought': '채굴기 구매',
    'run.mined': '24시간 채굴 산출',
    'reward.claimed': '채굴한 BTBC 수령',
    'order.held': '주문 보류 및 해제',
    'trade.settled': '거래소 체결',
    'rail.credited': '게이트웨이 또는 은행 입금',
    'deposit.credited': '입금',
    'transfer.own': '내 지갑 간 이체',
    'transfer.internal': '회원 간 이체',
    'withdrawal.held': '출금을 위해 보류',
    'withdrawal.sent': '출금',
    'withdrawal.returned': '출금 반환',
    'bank.held': '은행 출금을 위해 보류',
    'bank.paid': '은행 출금',
    'bank.returned': '은행 출금 반환',
  },
  jp: {
    'genesis.sample_granted': 'サンプル残高',
    'join.welcomed': '登録特典',
    'referral.paid': '招待の報酬',
    'launch.bought': 'スタート回数の購入',
    'launch.used': 'スタート回数の使用',
    'machine.bought': 'マイニング機の購入',
    'run.mined': '24時間の採掘量',
    'reward.claimed': '採掘した BTBC の受け取り',
    'order.held': '注文による拘束と解放',
    'trade.settled': '取引所の約定',
    'rail.credited': 'ゲートウェイ・銀行からの入金',
    'deposit.credited': '入金',
    'transfer.own': '自分のウォレット間の振替',
    'transfer.internal': '会員間の振替',
    'withdrawal.held': '出金のため保留',
    'withdrawal.sent': '出金',
    'withdrawal.returned': '出金の返還',
    'bank.held': '銀行出金のため保留',
    'bank.paid': '銀行への出金',
    'bank.returned': '銀行出金の返還',
  },
  hk: {
    'genesis.sample_granted': '示範結餘',
    'join.welcomed': '新人獎勵',
    'referral.paid': '邀請獎勵',
    'launch.bought': '購買啟動次數',
    'launch.used': '使用啟動次數',
    'machine.bought': '購買礦機',
    'run.mined': '24 小時挖礦產出',
    'reward.claimed': '領取挖礦 BTBC',
    'order.held': '委託凍結與解凍',
    'trade.settled': '幣幣交易',
    'rail.credited': '閘道或銀行充值',
    'deposit.credited': '充值',
    'transfer.own': '自有帳戶劃轉',
    'transfer.internal': '會員間轉帳',
    'withdrawal.held': '提現凍結',
    'withdrawal.sent': '提現',
    'withdrawal.returned': '提現退回',
    'bank.held': '銀行提現凍結',
    'bank.paid': '銀行提現',
    'bank.returned': '銀行提現退回',
  },
  spa: {
    'genesis.sample_granted': 'Saldo de muestra',
    'join.welcomed': 'Bono de bienvenida',
    'referral.paid': 'Recompensa por un invitado',
    'launch.bought': 'Inicios comprados',
    'launch.used': 'Inicio usado',
    'machine.bought': 'Máquina comprada',
    'run.mined': 'Producción de un ciclo de 24 horas',
    'reward.claimed': 'BTBC minados reclamados',
    'order.held': 'Retenido por órdenes y devuelto',
    'trade.settled': 'Operaciones en el mercado',
    'rail.credited': 'Depósito por pasarela o banco',
    'deposit.credited': 'Depósito',
    'transfer.own': 'Transferencia entre billeteras propias',
    'transfer.internal': 'Transferencia entre miembros',
    'withdrawal.held': 'Retenido para un retiro',
    'withdrawal.sent': 'Retiro',
    'withdrawal.returned': 'Retiro devuelto',
    'bank.held': 'Retenido para un retiro bancario',
    'bank.paid': 'Retiro a un banco',
    'bank.returned': 'Retiro bancario devuelto',
  },
  bx: {
    'genesis.sample_granted': 'Saldo de exemplo',
    'join.welcomed': 'Bônus de boas-vindas',
    'referral.paid': 'Recompensa por um convidado',
    'launch.bought': 'Inícios comprados',
    'launch.used': 'Início usado',
    'machine.bought': 'Máquina comprada',
    'run.mined': 'Produção de um ciclo de 24 horas',
    'reward.claimed': 'BTBC minerados resgatados',
    'order.held': 'Bloqueado por ordens e devolvido',
    'trade.settled': 'Negociações no mercado',
    'rail.credited': 'Depósito por gateway ou banco',
    'deposit.credited': 'Depósito',
    'transfer.own': 'Transferência entre carteiras próprias',
    'transfer.internal': 'Transferência entre membros',
    'withdrawal.held': 'Retido para um saque',
    'withdrawal.sent': 'Saque',
    'withdrawal.returned': 'Saque devolvido',
    'bank.held': 'Retido para um saque bancário',
    'bank.paid': 'Saque para um banco',
    'bank.returned': 'Saque bancário devolvido',
  },
  ban: {
    'genesis.sample_granted': 'নমুনা ব্যালেন্স',
    'join.welcomed': 'স্বাগত অনুদান',
    'referral.paid': 'আমন্ত্রিত সদস্যের পুরস্কার',
    'launch.bought': 'স্টার্ট কেনা হয়েছে',
    'launch.used': 'স্টার্ট ব্যবহৃত',
    'machine.bought': 'মেশিন কেনা হয়েছে',
    'run.mined': '২৪ ঘণ্টার রানের উৎপাদন',
    'reward.claimed': 'মাইন করা BTBC ক্লেইম',
    'order.held': 'অর্ডারে আটকে রাখা ও ফেরত',
    'trade.settled': 'এক্সচেঞ্জে লেনদেন',
    'rail.credited': 'গেটওয়ে বা ব্যাংক থেকে জমা',
    'deposit.credited': 'জমা',
    'transfer.own': 'নিজের ওয়ালেটের মধ্যে স্থানান্তর',
    'transfer.internal': 'সদস্যদের মধ্যে স্থানান্তর',
    'withdrawal.held': 'উত্তোলনের জন্য আটকে রাখা',
    'withdrawal.sent': 'উত্তোলন',
    'withdrawal.returned': 'ফেরত আসা উত্তোলন',
    'bank.held': 'ব্যাংকে উত্তোলনের জন্য আটকে রাখা',
    'bank.paid': 'ব্যাংকে উত্তোলন',
    'bank.returned': 'ফেরত আসা ব্যাংক উত্তোলন',
  },
}

export function recordText(kind: EntryKind, language: Language): string {
  const inLanguage: Partial<Record<EntryKind, string>> = texts[language]
  return inLanguage[kind] ?? kind
}
