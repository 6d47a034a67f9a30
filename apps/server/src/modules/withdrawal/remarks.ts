import type { Language } from '@btbc/contract/wire.ts'

/**
 * Why a withdrawal came back, in the member's words. The row keeps the English sentence, beside
 * those that operators write themselves and that stay as they were written.
 */

const texts = {
  undecided: {
    en: 'Nobody decided about it in time, so it came back.',
    zh: '未能及时处理，已退回。',
    hk: '未能及時處理，已退回。',
    jp: '期限までに判断されなかったため、戻りました。',
    kr: '제때 처리되지 않아 돌아왔습니다.',
    spa: 'Nadie lo decidió a tiempo, así que volvió.',
    bx: 'Ninguém decidiu a tempo, por isso voltou.',
    ban: 'সময়মতো কেউ সিদ্ধান্ত নেয়নি, তাই এটি ফিরে এসেছে।',
  },
  failed: {
    en: 'The transaction failed on the chain. Everything came back.',
    zh: '链上交易失败，已全部退回。',
    hk: '鏈上交易失敗，已全部退回。',
    jp: 'チェーン上の取引が失敗しました。全額が戻りました。',
    kr: '체인에서 거래가 실패했습니다. 전액이 돌아왔습니다.',
    spa: 'La transacción falló en la cadena. Volvió todo.',
    bx: 'A transação falhou na cadeia. Tudo voltou.',
    ban: 'চেইনে লেনদেনটি ব্যর্থ হয়েছে। সবটুকু ফিরে এসেছে।',
  },
  replaced: {
    en: 'No block took it, so its place in the line was freed. Everything came back.',
    zh: '没有区块收录它，其位置已让出，已全部退回。',
    hk: '沒有區塊收錄它，其位置已讓出，已全部退回。',
    jp: 'どのブロックにも入らなかったため、順番を空けました。全額が戻りました。',
    kr: '어느 블록에도 담기지 않아 순서를 비웠습니다. 전액이 돌아왔습니다.',
    spa: 'Ningún bloque la tomó y se liberó su lugar en la fila. Volvió todo.',
    bx: 'Nenhum bloco a incluiu e o lugar dela na fila foi liberado. Tudo voltou.',
    ban: 'কোনো ব্লক এটি নেয়নি, তাই সারিতে এর জায়গা ছেড়ে দেওয়া হয়েছে। সবটুকু ফিরে এসেছে।',
  },
  has_code: {
    en: 'There is a contract at the address by now, and coins sent to contracts can be lost.',
    zh: '该地址上现在是一个合约，发送到合约的币可能丢失。',
    hk: '該地址上現在是一個合約，發送到合約的幣可能遺失。',
    jp: 'このアドレスは今ではコントラクトです。コントラクトへ送ったコインは失われることがあります。',
    kr: '이 주소에는 이제 컨트랙트가 있으며, 컨트랙트로 보낸 코인은 잃을 수 있습니다.',
    spa: 'En la dirección hay ahora un contrato, y las monedas enviadas a contratos pueden perderse.',
    bx: 'No endereço há agora um contrato, e moedas enviadas a contratos podem se perder.',
    ban: 'ঠিকানাটিতে এখন একটি কন্ট্র্যাক্ট আছে, আর কন্ট্র্যাক্টে পাঠানো কয়েন হারিয়ে যেতে পারে।',
  },
  unsignable: {
    en: 'It could not be sent on the chain for a whole day.',
    zh: '整整一天未能在链上发出。',
    hk: '整整一天未能在鏈上發出。',
    jp: '丸一日、チェーンに送れませんでした。',
    kr: '하루 종일 체인으로 보낼 수 없었습니다.',
    spa: 'No se pudo enviar en la cadena durante un día entero.',
    bx: 'Não pôde ser enviado na cadeia durante um dia inteiro.',
    ban: 'পুরো একদিন ধরে এটি চেইনে পাঠানো যায়নি।',
  },
} satisfies Record<string, Record<Language, string>>

const byEnglish = new Map<string, Record<Language, string>>(
  Object.values(texts).map((words) => [words.en, words]),
)

/** What a row keeps. */
export function remarkOf(reason: keyof typeof texts): string {
  return texts[reason].en
}

/** What a member reads. */
export function remarkIn(language: Language, remark: string): string {
  return byEnglish.get(remark)?.[language] ?? remark
}
