import type { Language } from '@btbc/contract/wire.ts'

import type { MessageText } from './text.ts'

export type ContactMessage = 'contact_code' | 'contact_taken' | 'mail_changed' | 'mobile_changed'

/** Another mail address or phone: the code that goes to the new one, the word that goes to the old. */
export const contactTexts: Record<Language, Record<ContactMessage, MessageText>> = {
  en: {
    contact_code: {
      subject: 'Your code for this address',
      text: 'Your code to make this address the one of your BTBC account is {code}. It holds for 10 minutes. Tell it to nobody, not even support. If you did not ask for it, ignore this message.',
    },
    contact_taken: {
      subject: 'Somebody tried to use your address',
      text: 'Somebody, perhaps you, tried to make this address the one of another BTBC account. It belongs to your account, and that has not changed. There is nothing to do.',
    },
    mail_changed: {
      subject: 'Your mail address was changed',
      text: 'The mail address of your BTBC account {account} was changed to {to}. All other sessions and all API keys were ended and withdrawals wait for 24 hours. If it was not you, log in with your account number {account} and freeze the account under Security, or ask support to freeze it.',
    },
    mobile_changed: {
      subject: 'Your phone number was changed',
      text: 'The phone number of your BTBC account {account} was changed to {to}. All other sessions and all API keys were ended and withdrawals wait for 24 hours. If it was not you, log in with your account number {account} and freeze the account under Security, or ask support to freeze it.',
    },
  },
  zh: {
    contact_code: {
      subject: '您的新地址验证码',
      text: '将此地址设为您的 BTBC 账户地址的验证码是 {code}，10 分钟内有效。请勿告诉任何人，包括客服。如非本人操作，请忽略此消息。',
    },
    contact_taken: {
      subject: '有人尝试使用您的地址',
      text: '有人（可能是您）尝试将此地址设为另一个 BTBC 账户的地址。它仍属于您的账户，没有任何变化，无需处理。',
    },
    mail_changed: {
      subject: '您的邮箱已更改',
      text: '您的 BTBC 账户 {account} 的邮箱已更改为 {to}。其他会话和所有 API 密钥均已失效，提现需等待 24 小时。如非本人操作，请用账户编号 {account} 登录并在“安全”中冻结账户，或联系客服冻结。',
    },
    mobile_changed: {
      subject: '您的手机号已更改',
      text: '您的 BTBC 账户 {account} 的手机号已更改为 {to}。其他会话和所有 API 密钥均已失效，提现需等待 24 小时。如非本人操作，请用账户编号 {account} 登录并在“安全”中冻结账户，或联系客服冻结。',
    },
  },
  kr: {
    contact_code: {
      subject: '새 주소 확인 코드',
      text: '이 주소를 BTBC 계정의 주소로 설정하는 코드는 {code}입니다. 10분 동안 유효합니다. 고객센터를 포함해 누구에게도 알려주지 마세요. 요청하지 않았다면 이 메시지를 무시하세요.',
    },
    contact_taken: {
      subject: '누군가 회원님의 주소를 사용하려고 했습니다',
      text: '누군가(아마 본인) 이 주소를 다른 BTBC 계정의 주소로 설정하려고 했습니다. 이 주소는 여전히 회원님의 계정에 속하며 바뀐 것은 없습니다. 아무것도 하지 않아도 됩니다.',
    },
    mail_changed: {
      subject: '이메일 주소가 변경되었습니다',
      text: 'BTBC 계정 {account}의 이메일 주소가 {to}(으)로 변경되었습니다. 다른 모든 세션과 모든 API 키가 종료되었고 출금은 24시간 동안 대기합니다. 본인이 아니라면 계정 번호 {account}로 로그인하여 보안에서 계정을 동결하거나 고객센터에 동결을 요청하세요.',
    },
    mobile_changed: {
      subject: '전화번호가 변경되었습니다',
      text: 'BTBC 계정 {account}의 전화번호가 {to}(으)로 변경되었습니다. 다른 모든 세션과 모든 API 키가 종료되었고 출금은 24시간 동안 대기합니다. 본인이 아니라면 계정 번호 {account}로 로그인하여 보안에서 계정을 동결하거나 고객센터에 동결을 요청하세요.',
    },
  },
  jp: {
    contact_code: {
      subject: '新しい連絡先の確認コード',
      text: 'この連絡先を BTBC アカウントに設定するためのコードは {code} です。10 分間有効です。サポートを含め、誰にも教えないでください。心当たりがない場合は無視してください。',
    },
    contact_taken: {
      subject: 'あなたの連絡先が使われようとしました',
      text: 'どなたか（おそらくご本人）がこの連絡先を別の BTBC アカウントに設定しようとしました。この連絡先は引き続きあなたのアカウントのもので、何も変わっていません。何もする必要はありません。',
    },
    mail_changed: {
      subject: 'メールアドレスが変更されました',
      text: 'BTBC アカウント {account} のメールアドレスが {to} に変更されました。他のすべてのセッションと API キーが無効になり、出金は 24 時間待機します。心当たりがない場合は、アカウント番号 {account} でログインして「セキュリティ」でアカウントを凍結するか、サポートに凍結を依頼してください。',
    },
    mobile_changed: {
      subject: '電話番号が変更されました',
      text: 'BTBC アカウント {account} の電話番号が {to} に変更されました。他のすべてのセッションと API キーが無効になり、出金は 24 時間待機します。心当たりがない場合は、アカウント番号 {account} でログインして「セキュリティ」でアカウントを凍結するか、サポートに凍結を依頼してください。',
    },
  },
  hk: {
    contact_code: {
      subject: '您的新地址驗證碼',
      text: '將此地址設為您的 BTBC 帳戶地址的驗證碼是 {code}，10 分鐘內有效。請勿告訴任何人，包括客服。如非本人操作，請忽略此訊息。',
    },
    contact_taken: {
      subject: '有人嘗試使用您的地址',
      text: '有人（可能是您）嘗試將此地址設為另一個 BTBC 帳戶的地址。它仍屬於您的帳戶，沒有任何變化，無需處理。',
    },
    mail_changed: {
      subject: '您的電郵地址已更改',
      text: '您的 BTBC 帳戶 {account} 的電郵地址已更改為 {to}。其他工作階段及所有 API 密鑰均已失效，提現需等候 24 小時。如非本人操作，請用帳戶編號 {account} 登入並在「安全」中凍結帳戶，或聯絡客服凍結。',
    },
    mobile_changed: {
      subject: '您的電話號碼已更改',
      text: '您的 BTBC 帳戶 {account} 的電話號碼已更改為 {to}。其他工作階段及所有 API 密鑰均已失效，提現需等候 24 小時。如非本人操作，請用帳戶編號 {account} 登入並在「安全」中凍結帳戶，或聯絡客服凍結。',
    },
  },
  spa: {
    contact_code: {
      subject: 'Tu código para esta dirección',
      text: 'Tu código para que esta dirección sea la de tu cuenta BTBC es {code}. Vale 10 minutos. No se lo digas a nadie, ni a soporte. Si no lo pediste, ignora este mensaje.',
    },
    contact_taken: {
      subject: 'Alguien intentó usar tu dirección',
      text: 'Alguien, quizá tú, intentó que esta dirección fuera la de otra cuenta BTBC. Sigue siendo la de tu cuenta y nada ha cambiado. No hay nada que hacer.',
    },
    mail_changed: {
      subject: 'Se cambió tu correo',
      text: 'El correo de tu cuenta BTBC {account} se cambió a {to}. Terminaron todas las demás sesiones y todas las claves API, y los retiros esperan 24 horas. Si no fuiste tú, entra con tu número de cuenta {account} y congela la cuenta en Seguridad, o pide a soporte que la congele.',
    },
    mobile_changed: {
      subject: 'Se cambió tu teléfono',
      text: 'El teléfono de tu cuenta BTBC {account} se cambió a {to}. Terminaron todas las demás sesiones y todas las claves API, y los retiros esperan 24 horas. Si no fuiste tú, entra con tu número de cuenta {account} y congela la cuenta en Seguridad, o pide a soporte que la congele.',
    },
  },
  bx: {
    contact_code: {
      subject: 'Seu código para este endereço',
      text: 'Seu código para que este endereço seja o da sua conta BTBC é {code}. Vale por 10 minutos. Não o informe a ninguém, nem ao suporte. Se você não o pediu, ignore esta mensagem.',
    },
    contact_taken: {
      subject: 'Alguém tentou usar seu endereço',
      text: 'Alguém, talvez você, tentou que este endereço fosse o de outra conta BTBC. Ele continua sendo o da sua conta e nada mudou. Não há nada a fazer.',
    },
    mail_changed: {
      subject: 'Seu e-mail foi alterado',
      text: 'O e-mail da sua conta BTBC {account} foi alterado para {to}. Todas as outras sessões e todas as chaves de API foram encerradas e os saques esperam 24 horas. Se não foi você, entre com o número da conta {account} e congele a conta em Segurança, ou peça ao suporte que a congele.',
    },
    mobile_changed: {
      subject: 'Seu telefone foi alterado',
      text: 'O telefone da sua conta BTBC {account} foi alterado para {to}. Todas as outras sessões e todas as chaves de API foram encerradas e os saques esperam 24 horas. Se não foi você, entre com o número da conta {account} e congele a conta em Segurança, ou peça ao suporte que a congele.',
    },
  },
  ban: {
    contact_code: {
      subject: 'এই ঠিকানার জন্য আপনার কোড',
      text: 'এই ঠিকানাটি আপনার BTBC অ্যাকাউন্টের ঠিকানা করার কোড {code}। এটি 10 মিনিট কার্যকর। কাউকে বলবেন না, সাপোর্টকেও নয়। আপনি না চাইলে এই বার্তা উপেক্ষা করুন।',
    },
    contact_taken: {
      subject: 'কেউ আপনার ঠিকানা ব্যবহার করতে চেয়েছে',
      text: 'কেউ, সম্ভবত আপনি, এই ঠিকানাটি অন্য একটি BTBC অ্যাকাউন্টের ঠিকানা করতে চেয়েছে। এটি এখনও আপনার অ্যাকাউন্টের, কিছুই বদলায়নি। কিছু করার নেই।',
    },
    mail_changed: {
      subject: 'আপনার মেইল ঠিকানা পরিবর্তিত হয়েছে',
      text: 'আপনার BTBC অ্যাকাউন্ট {account}-এর মেইল ঠিকানা বদলে {to} করা হয়েছে। অন্য সব সেশন ও সব API কী শেষ হয়েছে এবং উত্তোলন 24 ঘণ্টা অপেক্ষা করবে। আপনি না করলে অ্যাকাউন্ট নম্বর {account} দিয়ে লগ ইন করে নিরাপত্তা থেকে অ্যাকাউন্ট স্থগিত করুন, অথবা সাপোর্টকে স্থগিত করতে বলুন।',
    },
    mobile_changed: {
      subject: 'আপনার ফোন নম্বর পরিবর্তিত হয়েছে',
      text: 'আপনার BTBC অ্যাকাউন্ট {account}-এর ফোন নম্বর বদলে {to} করা হয়েছে। অন্য সব সেশন ও সব API কী শেষ হয়েছে এবং উত্তোলন 24 ঘণ্টা অপেক্ষা করবে। আপনি না করলে অ্যাকাউন্ট নম্বর {account} দিয়ে লগ ইন করে নিরাপত্তা থেকে অ্যাকাউন্ট স্থগিত করুন, অথবা সাপোর্টকে স্থগিত করতে বলুন।',
    },
  },
}
