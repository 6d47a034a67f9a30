import type { Language } from '@btbc/contract/wire.ts'

import type { MessageText } from './text.ts'

export type CodeMessage =
  | 'register_code'
  | 'forget_code'
  | 'bind_code'
  | 'withdraw_code'
  | 'already_member'

/** Codes that are sent to an address, and what is sent there instead of one. */
export const codeTexts: Record<Language, Record<CodeMessage, MessageText>> = {
  en: {
    register_code: {
      subject: 'Your registration code',
      text: 'Your code to register at BTBC is {code}. It holds for 10 minutes. Tell it to nobody. If you did not ask for it, ignore this message. Test funds only, no real value.',
    },
    forget_code: {
      subject: 'Your code to reset the password',
      text: 'Your code to set a new BTBC password is {code}. It holds for 10 minutes. Tell it to nobody, not even support. If you did not ask for it, ignore this message.',
    },
    bind_code: {
      subject: 'Your verification code',
      text: 'Your code to verify this address at BTBC is {code}. It holds for 10 minutes. Tell it to nobody.',
    },
    withdraw_code: {
      subject: 'Your confirmation code',
      text: 'Your code to confirm a withdrawal or a change of your security at BTBC is {code}. It holds for 10 minutes. Tell it to nobody, not even support. If you did not ask for it, change your password.',
    },
    already_member: {
      subject: 'You already have an account',
      text: 'Somebody, probably you, tried to register at BTBC with this address. You already have an account: log in, or reset the password. If it was not you, there is nothing to do.',
    },
  },
  zh: {
    register_code: {
      subject: '您的注册验证码',
      text: '您注册 BTBC 的验证码是 {code}，10 分钟内有效。请勿告诉任何人。如非本人操作，请忽略此消息。仅为测试资金，没有真实价值。',
    },
    forget_code: {
      subject: '您的重置密码验证码',
      text: '您重置 BTBC 密码的验证码是 {code}，10 分钟内有效。请勿告诉任何人，包括客服。如非本人操作，请忽略此消息。',
    },
    bind_code: {
      subject: '您的验证码',
      text: '您在 BTBC 验证此地址的验证码是 {code}，10 分钟内有效。请勿告诉任何人。',
    },
    withdraw_code: {
      subject: '您的确认码',
      text: '您确认 BTBC 提现或安全设置更改的验证码是 {code}，10 分钟内有效。请勿告诉任何人，包括客服。如非本人操作，请修改密码。',
    },
    already_member: {
      subject: '您已有账户',
      text: '有人（可能是您）用此地址注册 BTBC。您已有账户：请登录或重置密码。如非本人操作，无需处理。',
    },
  },
  kr: {
    register_code: {
      subject: '가입 인증 코드',
      text: 'BTBC 가입 인증 코드는 {code}입니다. 10분 동안 유효합니다. 누구에게도 알려주지 마세요. 요청하지 않았다면 이 메시지를 무시하세요. 테스트 자금이며 실제 가치가 없습니다.',
    },
    forget_code: {
      subject: '비밀번호 재설정 코드',
      text: 'BTBC 비밀번호 재설정 코드는 {code}입니다. 10분 동안 유효합니다. 고객센터를 포함해 누구에게도 알려주지 마세요. 요청하지 않았다면 이 메시지를 무시하세요.',
    },
    bind_code: {
      subject: '인증 코드',
      text: 'BTBC에서 이 주소를 인증하는 코드는 {code}입니다. 10분 동안 유효합니다. 누구에게도 알려주지 마세요.',
    },
    withdraw_code: {
      subject: '확인 코드',
      text: 'BTBC 출금 또는 보안 변경 확인 코드는 {code}입니다. 10분 동안 유효합니다. 고객센터를 포함해 누구에게도 알려주지 마세요. 요청하지 않았다면 비밀번호를 변경하세요.',
    },
    already_member: {
      subject: '이미 계정이 있습니다',
      text: '누군가(아마 본인) 이 주소로 BTBC 가입을 시도했습니다. 이미 계정이 있으니 로그인하거나 비밀번호를 재설정하세요. 본인이 아니라면 아무것도 하지 않아도 됩니다.',
    },
  },
  jp: {
    register_code: {
      subject: '登録用の認証コード',
      text: 'BTBC の登録用コードは {code} です。10 分間有効です。誰にも教えないでください。心当たりがない場合は無視してください。テスト資金であり、実際の価値はありません。',
    },
    forget_code: {
      subject: 'パスワード再設定コード',
      text: 'BTBC のパスワード再設定コードは {code} です。10 分間有効です。サポートを含め、誰にも教えないでください。心当たりがない場合は無視してください。',
    },
    bind_code: {
      subject: '認証コード',
      text: 'BTBC でこのアドレスを認証するコードは {code} です。10 分間有効です。誰にも教えないでください。',
    },
    withdraw_code: {
      subject: '確認コード',
      text: 'BTBC の出金またはセキュリティ変更を確認するコードは {code} です。10 分間有効です。サポートを含め、誰にも教えないでください。心当たりがない場合はパスワードを変更してください。',
    },
    already_member: {
      subject: 'すでにアカウントがあります',
      text: 'どなたか（おそらくご本人）がこのアドレスで BTBC に登録しようとしました。すでにアカウントがあります。ログインするか、パスワードを再設定してください。心当たりがない場合は何もする必要はありません。',
    },
  },
  hk: {
    register_code: {
      subject: '您的註冊驗證碼',
      text: '您註冊 BTBC 的驗證碼是 {code}，10 分鐘內有效。請勿告訴任何人。如非本人操作，請忽略此訊息。僅為測試資金，沒有真實價值。',
    },
    forget_code: {
      subject: '您的重設密碼驗證碼',
      text: '您重設 BTBC 密碼的驗證碼是 {code}，10 分鐘內有效。請勿告訴任何人，包括客服。如非本人操作，請忽略此訊息。',
    },
    bind_code: {
      subject: '您的驗證碼',
      text: '您在 BTBC 驗證此地址的驗證碼是 {code}，10 分鐘內有效。請勿告訴任何人。',
    },
    withdraw_code: {
      subject: '您的確認碼',
      text: '您確認 BTBC 提現或安全設定更改的驗證碼是 {code}，10 分鐘內有效。請勿告訴任何人，包括客服。如非本人操作，請更改密碼。',
    },
    already_member: {
      subject: '您已有帳戶',
      text: '有人（可能是您）用此地址註冊 BTBC。您已有帳戶：請登入或重設密碼。如非本人操作，無需處理。',
    },
  },
  spa: {
    register_code: {
      subject: 'Tu código de registro',
      text: 'Tu código para registrarte en BTBC es {code}. Vale 10 minutos. No se lo digas a nadie. Si no lo pediste, ignora este mensaje. Solo fondos de prueba, sin valor real.',
    },
    forget_code: {
      subject: 'Tu código para restablecer la contraseña',
      text: 'Tu código para poner una nueva contraseña en BTBC es {code}. Vale 10 minutos. No se lo digas a nadie, ni a soporte. Si no lo pediste, ignora este mensaje.',
    },
    bind_code: {
      subject: 'Tu código de verificación',
      text: 'Tu código para verificar esta dirección en BTBC es {code}. Vale 10 minutos. No se lo digas a nadie.',
    },
    withdraw_code: {
      subject: 'Tu código de confirmación',
      text: 'Tu código para confirmar un retiro o un cambio de seguridad en BTBC es {code}. Vale 10 minutos. No se lo digas a nadie, tampoco a soporte. Si no lo pediste, cambia tu contraseña.',
    },
    already_member: {
      subject: 'Ya tienes una cuenta',
      text: 'Alguien, probablemente tú, intentó registrarse en BTBC con esta dirección. Ya tienes una cuenta: inicia sesión o restablece la contraseña. Si no fuiste tú, no hay nada que hacer.',
    },
  },
  bx: {
    register_code: {
      subject: 'Seu código de cadastro',
      text: 'Seu código para se cadastrar no BTBC é {code}. Ele vale por 10 minutos. Não o conte a ninguém. Se você não o pediu, ignore esta mensagem. Apenas fundos de teste, sem valor real.',
    },
    forget_code: {
      subject: 'Seu código para redefinir a senha',
      text: 'Seu código para definir uma nova senha do BTBC é {code}. Ele vale por 10 minutos. Não o conte a ninguém, nem ao suporte. Se você não o pediu, ignore esta mensagem.',
    },
    bind_code: {
      subject: 'Seu código de verificação',
      text: 'Seu código para verificar este endereço no BTBC é {code}. Ele vale por 10 minutos. Não o conte a ninguém.',
    },
    withdraw_code: {
      subject: 'Seu código de confirmação',
      text: 'Seu código para confirmar um saque ou uma mudança de segurança na BTBC é {code}. Vale por 10 minutos. Não conte a ninguém, nem ao suporte. Se você não pediu, troque a senha.',
    },
    already_member: {
      subject: 'Você já tem uma conta',
      text: 'Alguém, provavelmente você, tentou se cadastrar no BTBC com este endereço. Você já tem uma conta: entre ou redefina a senha. Se não foi você, não há nada a fazer.',
    },
  },
  ban: {
    register_code: {
      subject: 'আপনার নিবন্ধন কোড',
      text: 'BTBC-তে নিবন্ধনের জন্য আপনার কোড {code}। এটি 10 মিনিট কার্যকর। কাউকে বলবেন না। আপনি না চেয়ে থাকলে এই বার্তা উপেক্ষা করুন। শুধু পরীক্ষামূলক তহবিল, কোনো প্রকৃত মূল্য নেই।',
    },
    forget_code: {
      subject: 'আপনার পাসওয়ার্ড রিসেট কোড',
      text: 'নতুন BTBC পাসওয়ার্ড দেওয়ার জন্য আপনার কোড {code}। এটি 10 মিনিট কার্যকর। কাউকে বলবেন না, সহায়তা দলকেও নয়। আপনি না চেয়ে থাকলে এই বার্তা উপেক্ষা করুন।',
    },
    bind_code: {
      subject: 'আপনার যাচাইকরণ কোড',
      text: 'BTBC-তে এই ঠিকানা যাচাইয়ের জন্য আপনার কোড {code}। এটি 10 মিনিট কার্যকর। কাউকে বলবেন না।',
    },
    withdraw_code: {
      subject: 'আপনার নিশ্চিতকরণ কোড',
      text: 'BTBC-তে উত্তোলন বা নিরাপত্তা পরিবর্তন নিশ্চিত করার কোড {code}। এটি 10 মিনিট কার্যকর। কাউকে বলবেন না, সহায়তা দলকেও নয়। আপনি না চেয়ে থাকলে পাসওয়ার্ড পরিবর্তন করুন।',
    },
    already_member: {
      subject: 'আপনার একটি অ্যাকাউন্ট আছে',
      text: 'কেউ, সম্ভবত আপনি, এই ঠিকানা দিয়ে BTBC-তে নিবন্ধন করতে চেয়েছেন। আপনার ইতিমধ্যে একটি অ্যাকাউন্ট আছে: লগ ইন করুন বা পাসওয়ার্ড রিসেট করুন। আপনি না হলে কিছু করার দরকার নেই।',
    },
  },
}
