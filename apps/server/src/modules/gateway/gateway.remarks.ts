import type { Language } from '@btbc/contract/wire.ts'

/** What is special about a deposit, in the member's words. */

/** `exact` needs no word; `short` is paid and waits for the treasury. */
export type Remark = 'exact' | 'partial' | 'over' | 'late' | 'expired' | 'cancelled' | 'failed'

const texts: Record<Language, Record<Exclude<Remark, 'exact'> | 'short', string>> = {
  en: {
    partial: '{received} of {asked} arrived and was credited.',
    over: '{received} arrived instead of {asked}; all of it was credited.',
    late: 'Paid after the time had run out; it was credited all the same.',
    expired: 'Nobody paid in time. Nothing was taken.',
    cancelled: 'Cancelled on the payment page. Nothing was taken.',
    failed: 'The payment failed. Nothing was taken.',
    short: 'Paid. The rest is credited as soon as the house has refilled its treasury.',
  },
  zh: {
    partial: '到账 {received}（应付 {asked}），已按到账金额入账。',
    over: '到账 {received}（应付 {asked}），已全部入账。',
    late: '超时后付款，仍已入账。',
    expired: '未在规定时间内付款，没有扣款。',
    cancelled: '已在支付页面取消，没有扣款。',
    failed: '支付失败，没有扣款。',
    short: '已付款。平台补充资金后立即补足余下部分。',
  },
  hk: {
    partial: '到帳 {received}（應付 {asked}），已按到帳金額入帳。',
    over: '到帳 {received}（應付 {asked}），已全部入帳。',
    late: '逾時後付款，仍已入帳。',
    expired: '未在規定時間內付款，沒有扣款。',
    cancelled: '已在付款頁面取消，沒有扣款。',
    failed: '付款失敗，沒有扣款。',
    short: '已付款。平台補充資金後立即補足餘下部分。',
  },
  jp: {
    partial: '{asked} のうち {received} が届き、その分を入金しました。',
    over: '{asked} のところ {received} が届き、全額を入金しました。',
    late: '期限後のお支払いでしたが、入金しました。',
    expired: '期限までにお支払いがありませんでした。引き落としはありません。',
    cancelled: '支払いページで取り消されました。引き落としはありません。',
    failed: '支払いに失敗しました。引き落としはありません。',
    short: 'お支払い済みです。残りは運営の資金が補充され次第入金します。',
  },
  kr: {
    partial: '{asked} 중 {received}이(가) 도착해 그만큼 입금되었습니다.',
    over: '{asked} 대신 {received}이(가) 도착해 전액 입금되었습니다.',
    late: '시간이 지난 뒤 결제되었지만 입금되었습니다.',
    expired: '제한 시간 안에 결제되지 않았습니다. 빠져나간 금액은 없습니다.',
    cancelled: '결제 페이지에서 취소되었습니다. 빠져나간 금액은 없습니다.',
    failed: '결제에 실패했습니다. 빠져나간 금액은 없습니다.',
    short: '결제되었습니다. 나머지는 하우스 자금이 채워지는 대로 입금됩니다.',
  },
  spa: {
    partial: 'Llegaron {received} de {asked} y se abonaron.',
    over: 'Llegaron {received} en lugar de {asked}; se abonó todo.',
    late: 'Se pagó fuera de plazo; se abonó igualmente.',
    expired: 'Nadie pagó a tiempo. No se cobró nada.',
    cancelled: 'Cancelado en la página de pago. No se cobró nada.',
    failed: 'El pago falló. No se cobró nada.',
    short: 'Pagado. El resto se abona en cuanto la casa reponga su tesorería.',
  },
  bx: {
    partial: 'Chegaram {received} de {asked} e foram creditados.',
    over: 'Chegaram {received} em vez de {asked}; tudo foi creditado.',
    late: 'Pago fora do prazo; foi creditado mesmo assim.',
    expired: 'Ninguém pagou a tempo. Nada foi cobrado.',
    cancelled: 'Cancelado na página de pagamento. Nada foi cobrado.',
    failed: 'O pagamento falhou. Nada foi cobrado.',
    short: 'Pago. O restante é creditado assim que a casa repuser o caixa.',
  },
  ban: {
    partial: '{asked} এর মধ্যে {received} এসেছে এবং জমা হয়েছে।',
    over: '{asked} এর বদলে {received} এসেছে; পুরোটাই জমা হয়েছে।',
    late: 'সময় শেষ হওয়ার পরে পরিশোধ হয়েছে; তবুও জমা হয়েছে।',
    expired: 'সময়মতো কেউ পরিশোধ করেনি। কিছুই কাটা হয়নি।',
    cancelled: 'পরিশোধের পাতায় বাতিল করা হয়েছে। কিছুই কাটা হয়নি।',
    failed: 'পরিশোধ ব্যর্থ হয়েছে। কিছুই কাটা হয়নি।',
    short: 'পরিশোধ হয়েছে। তহবিল পূরণ হলেই বাকিটা জমা হবে।',
  },
}

export function remarkText(
  remark: Remark | 'short' | null,
  language: Language,
  facts: { asked: string; received: string },
): string {
  if (remark === null || remark === 'exact') return ''
  return texts[language][remark]
    .replaceAll('{asked}', facts.asked)
    .replaceAll('{received}', facts.received)
}
