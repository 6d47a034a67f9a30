import type { Language } from '@btbc/contract/wire.ts'

import type { MessageText } from './text.ts'

export type DepositMessage = 'deposit_credited' | 'deposit_inside' | 'gateway_credited'

/** Money that came in from the chain, another member or the sandbox provider. */
export const depositTexts: Record<Language, Record<DepositMessage, MessageText>> = {
  en: {
    deposit_credited: {
      subject: 'Your deposit is credited',
      text: '{amount} {currency} have arrived and are in your Spot wallet. Transaction: {hash}.',
    },
    deposit_inside: {
      subject: 'Coins from another member',
      text: '{amount} {currency} came from another member to your deposit address and are in your Spot wallet. Number: {order}.',
    },
    gateway_credited: {
      subject: 'Your payment is credited',
      text: 'Your payment {order} at the sandbox provider arrived: {amount} USDT were credited.',
    },
  },
  zh: {
    deposit_credited: {
      subject: '您的充值已入账',
      text: '{amount} {currency} 已到账，存入您的现货钱包。交易哈希：{hash}。',
    },
    deposit_inside: {
      subject: '收到其他成员的转账',
      text: '另一位成员向您的充值地址转入 {amount} {currency}，已存入您的现货钱包。编号：{order}。',
    },
    gateway_credited: {
      subject: '您的付款已入账',
      text: '您在沙盒服务商的付款 {order} 已到账，已入账 {amount} USDT。',
    },
  },
  kr: {
    deposit_credited: {
      subject: '입금이 반영되었습니다',
      text: '{amount} {currency}가 도착하여 현물 지갑에 들어왔습니다. 트랜잭션: {hash}.',
    },
    deposit_inside: {
      subject: '다른 회원이 보낸 코인',
      text: '다른 회원이 회원님의 입금 주소로 보낸 {amount} {currency}가 현물 지갑에 들어왔습니다. 번호: {order}.',
    },
    gateway_credited: {
      subject: '결제가 반영되었습니다',
      text: '샌드박스 결제사의 결제 {order}이(가) 도착하여 {amount} USDT가 반영되었습니다.',
    },
  },
  jp: {
    deposit_credited: {
      subject: '入金が反映されました',
      text: '{amount} {currency} が届き、現物ウォレットに入りました。トランザクション：{hash}。',
    },
    deposit_inside: {
      subject: 'ほかのメンバーからの送金',
      text: 'ほかのメンバーからあなたの入金アドレスに {amount} {currency} が届き、現物ウォレットに入りました。番号：{order}。',
    },
    gateway_credited: {
      subject: 'お支払いが反映されました',
      text: 'サンドボックス決済でのお支払い {order} が届き、{amount} USDT が反映されました。',
    },
  },
  hk: {
    deposit_credited: {
      subject: '您的充值已入帳',
      text: '{amount} {currency} 已到帳，存入您的現貨錢包。交易雜湊：{hash}。',
    },
    deposit_inside: {
      subject: '收到其他成員的轉帳',
      text: '另一位成員向您的充值地址轉入 {amount} {currency}，已存入您的現貨錢包。編號：{order}。',
    },
    gateway_credited: {
      subject: '您的付款已入帳',
      text: '您在沙盒服務商的付款 {order} 已到帳，已入帳 {amount} USDT。',
    },
  },
  spa: {
    deposit_credited: {
      subject: 'Tu depósito está acreditado',
      text: 'Llegaron {amount} {currency} y están en tu billetera Spot. Transacción: {hash}.',
    },
    deposit_inside: {
      subject: 'Monedas de otro miembro',
      text: 'Otro miembro envió {amount} {currency} a tu dirección de depósito; están en tu billetera Spot. Número: {order}.',
    },
    gateway_credited: {
      subject: 'Tu pago está acreditado',
      text: 'Llegó tu pago {order} en el proveedor de prueba: se acreditaron {amount} USDT.',
    },
  },
  bx: {
    deposit_credited: {
      subject: 'Seu depósito foi creditado',
      text: '{amount} {currency} chegaram e estão na sua carteira Spot. Transação: {hash}.',
    },
    deposit_inside: {
      subject: 'Moedas de outro membro',
      text: 'Outro membro enviou {amount} {currency} ao seu endereço de depósito; estão na sua carteira Spot. Número: {order}.',
    },
    gateway_credited: {
      subject: 'Seu pagamento foi creditado',
      text: 'Seu pagamento {order} no provedor de teste chegou: {amount} USDT foram creditados.',
    },
  },
  ban: {
    deposit_credited: {
      subject: 'আপনার জমা যোগ হয়েছে',
      text: '{amount} {currency} এসেছে এবং আপনার স্পট ওয়ালেটে আছে। লেনদেন: {hash}।',
    },
    deposit_inside: {
      subject: 'অন্য সদস্যের পাঠানো কয়েন',
      text: 'অন্য একজন সদস্য আপনার জমার ঠিকানায় {amount} {currency} পাঠিয়েছেন, তা আপনার স্পট ওয়ালেটে আছে। নম্বর: {order}।',
    },
    gateway_credited: {
      subject: 'আপনার পেমেন্ট যোগ হয়েছে',
      text: 'স্যান্ডবক্স প্রদানকারীর কাছে আপনার পেমেন্ট {order} এসেছে: {amount} USDT যোগ হয়েছে।',
    },
  },
}
