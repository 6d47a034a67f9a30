/** What the page says to a payer, in the languages that a merchant of ours speaks. */

type WithAmount = (amount: string) => string

export type Words = {
  /** BCP 47. */
  tag: string
  title: string
  test: string
  units: WithAmount
  method: string
  account: string
  order: string
  pay: WithAmount
  late: WithAmount
  less: WithAmount
  more: WithAmount
  cancel: WithAmount
  wrong: string
  closed: string
  paid: string
  cancelled: string
  expired: string
  back: string
  foreign: readonly [title: string, text: string]
  nothing: readonly [title: string, text: string]
  failed: string
}

const english: Words = {
  tag: 'en',
  title: 'Sandbox payment',
  test: 'TEST. No money is asked for and none is taken.',
  units: (amount) => `${amount} units`,
  method: 'Paid by',
  account: 'Account',
  order: 'Order',
  pay: (amount) => `Pay ${amount}`,
  late: () => 'Pay late (after it expired)',
  less: (amount) => `Pay less (${amount})`,
  more: (amount) => `Pay more (${amount})`,
  cancel: () => 'Cancel',
  wrong: 'Things that go wrong',
  closed: 'This order is closed',
  paid: 'It is paid.',
  cancelled: 'It is cancelled.',
  expired: 'Its time is over.',
  back: 'Back to the app',
  foreign: ['Not a payment', 'This link was not made by the merchant.'],
  nothing: ['Nothing here', 'There is nothing at this address.'],
  failed: 'This failed.',
}

const all: readonly Words[] = [
  english,
  {
    tag: 'zh-CN',
    title: '沙盒支付',
    test: 'TEST（测试）。不会要求付款，也不会扣款。',
    units: (amount) => `${amount} 单位`,
    method: '支付方式',
    account: '账号',
    order: '订单',
    pay: (amount) => `支付 ${amount}`,
    late: () => '逾期支付（过期之后）',
    less: (amount) => `少付（${amount}）`,
    more: (amount) => `多付（${amount}）`,
    cancel: () => '取消',
    wrong: '模拟异常情况',
    closed: '此订单已关闭',
    paid: '已支付。',
    cancelled: '已取消。',
    expired: '已超时。',
    back: '返回应用',
    foreign: ['不是支付链接', '此链接并非由商户生成。'],
    nothing: ['这里没有内容', '此地址没有任何内容。'],
    failed: '发生错误。',
  },
  {
    tag: 'zh-HK',
    title: '沙盒付款',
    test: 'TEST（測試）。不會要求付款，也不會扣款。',
    units: (amount) => `${amount} 單位`,
    method: '付款方式',
    account: '帳號',
    order: '訂單',
    pay: (amount) => `支付 ${amount}`,
    late: () => '逾時支付（過期之後）',
    less: (amount) => `少付（${amount}）`,
    more: (amount) => `多付（${amount}）`,
    cancel: () => '取消',
    wrong: '模擬異常情況',
    closed: '此訂單已關閉',
    paid: '已付款。',
    cancelled: '已取消。',
    expired: '已逾時。',
    back: '返回應用程式',
    foreign: ['不是付款連結', '此連結並非由商戶產生。'],
    nothing: ['這裏沒有內容', '此地址沒有任何內容。'],
    failed: '發生錯誤。',
  },
  {
    tag: 'ja',
    title: 'サンドボックス決済',
    test: 'TEST（テスト）。お金は求められず、引き落としもありません。',
    units: (amount) => `${amount} 単位`,
    method: '支払い方法',
    account: 'アカウント',
    order: '注文',
    pay: (amount) => `${amount} を支払う`,
    late: () => '遅れて支払う（期限後）',
    less: (amount) => `少なく支払う（${amount}）`,
    more: (amount) => `多く支払う（${amount}）`,
    cancel: () => '取り消す',
    wrong: 'うまくいかない場合',
    closed: 'この注文は終了しています',
    paid: '支払い済みです。',
    cancelled: '取り消されました。',
    expired: '期限が過ぎました。',
    back: 'アプリに戻る',
    foreign: ['支払いのリンクではありません', 'このリンクは加盟店が作ったものではありません。'],
    nothing: ['ここには何もありません', 'このアドレスには何もありません。'],
    failed: '失敗しました。',
  },
  {
    tag: 'ko',
    title: '샌드박스 결제',
    test: 'TEST(테스트). 돈을 요구하지 않으며 빠져나가는 금액도 없습니다.',
    units: (amount) => `${amount} 단위`,
    method: '결제 수단',
    account: '계정',
    order: '주문',
    pay: (amount) => `${amount} 결제`,
    late: () => '늦게 결제(만료 후)',
    less: (amount) => `적게 결제(${amount})`,
    more: (amount) => `많이 결제(${amount})`,
    cancel: () => '취소',
    wrong: '문제가 생기는 경우',
    closed: '종료된 주문입니다',
    paid: '결제되었습니다.',
    cancelled: '취소되었습니다.',
    expired: '시간이 지났습니다.',
    back: '앱으로 돌아가기',
    foreign: ['결제 링크가 아닙니다', '가맹점이 만든 링크가 아닙니다.'],
    nothing: ['아무것도 없습니다', '이 주소에는 아무것도 없습니다.'],
    failed: '실패했습니다.',
  },
  {
    tag: 'es',
    title: 'Pago de prueba',
    test: 'TEST. No se pide ni se cobra dinero.',
    units: (amount) => `${amount} unidades`,
    method: 'Método de pago',
    account: 'Cuenta',
    order: 'Orden',
    pay: (amount) => `Pagar ${amount}`,
    late: () => 'Pagar tarde (vencido el plazo)',
    less: (amount) => `Pagar menos (${amount})`,
    more: (amount) => `Pagar más (${amount})`,
    cancel: () => 'Cancelar',
    wrong: 'Cosas que salen mal',
    closed: 'Esta orden está cerrada',
    paid: 'Está pagada.',
    cancelled: 'Está cancelada.',
    expired: 'Su plazo terminó.',
    back: 'Volver a la app',
    foreign: ['No es un pago', 'Este enlace no lo creó el comercio.'],
    nothing: ['Aquí no hay nada', 'No hay nada en esta dirección.'],
    failed: 'Algo falló.',
  },
  {
    tag: 'pt-BR',
    title: 'Pagamento de teste',
    test: 'TEST. Nenhum dinheiro é pedido nem cobrado.',
    units: (amount) => `${amount} unidades`,
    method: 'Método de pagamento',
    account: 'Conta',
    order: 'Pedido',
    pay: (amount) => `Pagar ${amount}`,
    late: () => 'Pagar tarde (depois do prazo)',
    less: (amount) => `Pagar menos (${amount})`,
    more: (amount) => `Pagar mais (${amount})`,
    cancel: () => 'Cancelar',
    wrong: 'Coisas que dão errado',
    closed: 'Este pedido está fechado',
    paid: 'Está pago.',
    cancelled: 'Está cancelado.',
    expired: 'O prazo terminou.',
    back: 'Voltar ao app',
    foreign: ['Não é um pagamento', 'Este link não foi criado pelo lojista.'],
    nothing: ['Nada aqui', 'Não há nada neste endereço.'],
    failed: 'Algo falhou.',
  },
  {
    tag: 'bn-BD',
    title: 'স্যান্ডবক্স পরিশোধ',
    test: 'TEST। এখানে কোনো টাকা চাওয়া বা নেওয়া হয় না।',
    units: (amount) => `${amount} ইউনিট`,
    method: 'পরিশোধের মাধ্যম',
    account: 'অ্যাকাউন্ট',
    order: 'অর্ডার',
    pay: (amount) => `${amount} পরিশোধ করুন`,
    late: () => 'দেরিতে পরিশোধ (সময় শেষে)',
    less: (amount) => `কম পরিশোধ (${amount})`,
    more: (amount) => `বেশি পরিশোধ (${amount})`,
    cancel: () => 'বাতিল করুন',
    wrong: 'যা ভুল হতে পারে',
    closed: 'এই অর্ডারটি বন্ধ',
    paid: 'পরিশোধ হয়েছে।',
    cancelled: 'বাতিল হয়েছে।',
    expired: 'সময় শেষ হয়েছে।',
    back: 'অ্যাপে ফিরে যান',
    foreign: ['এটি পরিশোধের লিংক নয়', 'এই লিংকটি বিক্রেতা তৈরি করেননি।'],
    nothing: ['এখানে কিছু নেই', 'এই ঠিকানায় কিছু নেই।'],
    failed: 'ব্যর্থ হয়েছে।',
  },
]

const LOOKED_AT = 200
const TRADITIONAL = /^zh-(hk|tw|mo|hant)/
const primaryOf = (tag: string) => tag.split(/[-;]/)[0]

/** The first language we speak, of tags as in `Accept-Language`: what the merchant named comes before those. */
export function wordsFor(preferred: string): Words {
  for (const each of preferred.slice(0, LOOKED_AT).toLowerCase().split(',')) {
    const wanted = each.trim()
    const found = all.find(({ tag }) =>
      TRADITIONAL.test(wanted) ? tag === 'zh-HK' : primaryOf(tag) === primaryOf(wanted),
    )
    if (found) return found
  }
  return english
}
