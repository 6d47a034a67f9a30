import type { Language } from '@btbc/contract/wire.ts'

/** What is special about a deposit, in the member's words. */

type Remarks = { gone: string; below: (least: string) => string }

const remarks: Record<Language, Remarks> = {
  en: {
    gone: 'The chain dropped this transaction: nothing arrived.',
    below: (least) => `It is credited as soon as your waiting deposits reach ${least} together.`,
  },
  zh: {
    gone: '链上已丢弃此交易：没有到账。',
    below: (least) => `待入账的充值合计达到 ${least} 后即会入账。`,
  },
  kr: {
    gone: '체인에서 이 트랜잭션이 사라졌습니다. 입금되지 않았습니다.',
    below: (least) => `대기 중인 입금의 합계가 ${least}에 이르면 바로 반영됩니다.`,
  },
  jp: {
    gone: 'チェーンからこの取引が外れました。着金していません。',
    below: (least) => `待機中の入金が合わせて ${least} に達すると反映されます。`,
  },
  hk: {
    gone: '鏈上已捨棄此交易：沒有到帳。',
    below: (least) => `待入帳的充值合計達到 ${least} 後即會入帳。`,
  },
  spa: {
    gone: 'La cadena descartó esta transacción: no llegó nada.',
    below: (least) => `Se acredita en cuanto tus depósitos en espera sumen ${least}.`,
  },
  bx: {
    gone: 'A rede descartou esta transação: nada chegou.',
    below: (least) => `Será creditado assim que seus depósitos em espera somarem ${least}.`,
  },
  ban: {
    gone: 'চেইন এই লেনদেনটি বাদ দিয়েছে: কিছুই আসেনি।',
    below: (least) => `আপনার অপেক্ষমাণ জমা একসঙ্গে ${least} হলেই এটি যোগ হবে।`,
  },
}

export function remarksIn(language: Language): Remarks {
  return remarks[language]
}
