import type { Language } from '@btbc/contract/wire.ts'

export type SecurityChange =
  | 'pin_set'
  | 'pin_removed'
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes'
  | 'recovery_used'
  | 'phrase'
  | 'frozen'
  | 'unfrozen'

/** What a mail about a change calls it. */
export const changeNames: Record<Language, Record<SecurityChange, string>> = {
  en: {
    pin_set: 'the fund PIN was set',
    pin_removed: 'the fund PIN was removed',
    totp_added: 'an authenticator was added',
    totp_removed: 'the authenticator was removed',
    passkey_added: 'a passkey was added',
    passkey_removed: 'a passkey was removed',
    recovery_codes: 'new recovery codes were made',
    recovery_used: 'a recovery code was used',
    phrase: 'the anti-phishing phrase was changed',
    frozen: 'the account was frozen',
    unfrozen: 'the account was unfrozen',
  },
  zh: {
    pin_set: '资金 PIN 已设置',
    pin_removed: '资金 PIN 已移除',
    totp_added: '已添加身份验证器',
    totp_removed: '已移除身份验证器',
    passkey_added: '已添加通行密钥',
    passkey_removed: '已移除通行密钥',
    recovery_codes: '已生成新的恢复码',
    recovery_used: '使用了一个恢复码',
    phrase: '防钓鱼短语已更改',
    frozen: '账户已冻结',
    unfrozen: '账户已解冻',
  },
  hk: {
    pin_set: '資金 PIN 已設定',
    pin_removed: '資金 PIN 已移除',
    totp_added: '已新增驗證器',
    totp_removed: '已移除驗證器',
    passkey_added: '已新增通行密鑰',
    passkey_removed: '已移除通行密鑰',
    recovery_codes: '已產生新的恢復碼',
    recovery_used: '使用了一個恢復碼',
    phrase: '防釣魚短語已更改',
    frozen: '帳戶已凍結',
    unfrozen: '帳戶已解凍',
  },
  jp: {
    pin_set: '資金 PIN が設定されました',
    pin_removed: '資金 PIN が削除されました',
    totp_added: '認証アプリが追加されました',
    totp_removed: '認証アプリが削除されました',
    passkey_added: 'パスキーが追加されました',
    passkey_removed: 'パスキーが削除されました',
    recovery_codes: '新しいリカバリーコードが作られました',
    recovery_used: 'リカバリーコードが使われました',
    phrase: 'フィッシング対策フレーズが変更されました',
    frozen: 'アカウントが凍結されました',
    unfrozen: 'アカウントの凍結が解除されました',
  },
  kr: {
    pin_set: '자금 PIN이 설정됨',
    pin_removed: '자금 PIN이 제거됨',
    totp_added: '인증 앱이 추가됨',
    totp_removed: '인증 앱이 제거됨',
    passkey_added: '패스키가 추가됨',
    passkey_removed: '패스키가 제거됨',
    recovery_codes: '새 복구 코드가 만들어짐',
    recovery_used: '복구 코드가 사용됨',
    phrase: '피싱 방지 문구가 변경됨',
    frozen: '계정이 동결됨',
    unfrozen: '계정 동결이 해제됨',
  },
  spa: {
    pin_set: 'se puso el PIN de fondos',
    pin_removed: 'se quitó el PIN de fondos',
    totp_added: 'se añadió un autenticador',
    totp_removed: 'se quitó el autenticador',
    passkey_added: 'se añadió una llave de acceso',
    passkey_removed: 'se quitó una llave de acceso',
    recovery_codes: 'se crearon códigos de recuperación nuevos',
    recovery_used: 'se usó un código de recuperación',
    phrase: 'se cambió la frase antiphishing',
    frozen: 'se congeló la cuenta',
    unfrozen: 'se descongeló la cuenta',
  },
  bx: {
    pin_set: 'o PIN de fundos foi definido',
    pin_removed: 'o PIN de fundos foi removido',
    totp_added: 'um autenticador foi adicionado',
    totp_removed: 'o autenticador foi removido',
    passkey_added: 'uma chave de acesso foi adicionada',
    passkey_removed: 'uma chave de acesso foi removida',
    recovery_codes: 'novos códigos de recuperação foram criados',
    recovery_used: 'um código de recuperação foi usado',
    phrase: 'a frase antiphishing foi alterada',
    frozen: 'a conta foi congelada',
    unfrozen: 'a conta foi descongelada',
  },
  ban: {
    pin_set: 'ফান্ড পিন সেট করা হয়েছে',
    pin_removed: 'ফান্ড পিন সরানো হয়েছে',
    totp_added: 'একটি অথেন্টিকেটর যোগ করা হয়েছে',
    totp_removed: 'অথেন্টিকেটর সরানো হয়েছে',
    passkey_added: 'একটি পাসকি যোগ করা হয়েছে',
    passkey_removed: 'একটি পাসকি সরানো হয়েছে',
    recovery_codes: 'নতুন পুনরুদ্ধার কোড তৈরি হয়েছে',
    recovery_used: 'একটি পুনরুদ্ধার কোড ব্যবহৃত হয়েছে',
    phrase: 'অ্যান্টি-ফিশিং বাক্য পরিবর্তিত হয়েছে',
    frozen: 'অ্যাকাউন্ট স্থগিত করা হয়েছে',
    unfrozen: 'অ্যাকাউন্ট পুনরায় চালু হয়েছে',
  },
}
