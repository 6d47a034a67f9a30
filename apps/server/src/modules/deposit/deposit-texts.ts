import type { Language } from '@btbc/contract/wire.ts'

/** What is special about a deposit, in the member's words. */

type Remarks = { gone: string; parked: string; below: (least: string) => string }

const remarks: Record<Language, Remarks> = {
  en: {
    gone: 'The chain dropped this transaction: nothing arrived.',
    parked:
      'It is safe on the chain and too large for the books now. The operators know; it is credited as soon as there is room.',
    below: (least) => `It is credited as soon as your waiting deposits reach ${least} together.`,
  },
  zh: {
    gone: '链上已丢弃此交易：没有到账。',
    parked: '款项已安全上链，但目前超出账簿可容纳的额度。运营人员已知悉，有余额空间后即会入账。',
    below: (least) => `待入账的充值合计达到 ${least} 后即会入账。`,
  },
  kr: {
    gone: '체인에서 이 트랜잭션이 사라졌습니다. 입금되지 않았습니다.',
    parked:
      '체인에 안전하게 있지만 지금은 장부에 담기에 너무 큽니다. 운영자가 알고 있으며, 여유가 생기면 바로 반영됩니다.',
    below: (least) => `대기 중인 입금의 합계가 ${least}에 이르면 바로 반영됩니다.`,
  },
  jp: {
    gone: 'チェーンからこの取引が外れました。着金していません。',
    parked:
      'チェーン上に安全にありますが、今は帳簿の上限を超えています。運営者は把握しており、余裕ができ次第反映されます。',
    below: (least) => `待機中の入金が合わせて ${least} に達すると反映されます。`,
  },
  hk: {
    gone: '鏈上已捨棄此交易：沒有到帳。',
    parked: '款項已安全上鏈，但目前超出帳簿可容納的額度。營運人員已知悉，有餘額空間後即會入帳。',
    below: (least) => `待入帳的充值合計達到 ${least} 後即會入帳。`,
  },
  spa: {
    gone: 'La cadena descartó esta transacción: no llegó nada.',
    parked:
      'Está a salvo en la cadena y ahora es demasiado grande para los libros. Los operadores lo saben; se acredita en cuanto haya sitio.',
    below: (least) => `Se acredita en cuanto tus depósitos en espera sumen ${least}.`,
  },
  bx: {
    gone: 'A rede descartou esta transação: nada chegou.',
    parked:
      'Está a salvo na rede e agora é grande demais para os livros. Os operadores sabem; será creditado assim que houver espaço.',
    below: (least) => `Será creditado assim que seus depósitos em espera somarem ${least}.`,
  },
  ban: {
    gone: 'চেইন এই লেনদেনটি বাদ দিয়েছে: কিছুই আসেনি।',
    parked:
      'এটি চেইনে নিরাপদ আছে, তবে এখন হিসাবের খাতার সীমার চেয়ে বড়। অপারেটররা জানেন; জায়গা হলেই এটি যোগ হবে।',
    below: (least) => `আপনার অপেক্ষমাণ জমা একসঙ্গে ${least} হলেই এটি যোগ হবে।`,
  },
}

export function remarksIn(language: Language): Remarks {
  return remarks[language]
}
