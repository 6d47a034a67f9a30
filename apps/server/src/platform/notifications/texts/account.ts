import type { Language } from '@btbc/contract/wire.ts'

import type { MessageText } from './text.ts'

export type AccountMessage =
  | 'login_locked'
  | 'session_ended'
  | 'password_changed'
  | 'password_reset'
  | 'api_key_made'
  | 'security_changed'
  | 'security_changed_held'
  | 'invite_unfunded'

/** What happened to an account: logins, passwords, protection, invitations. */
export const accountTexts: Record<Language, Record<AccountMessage, MessageText>> = {
  en: {
    login_locked: {
      subject: 'Failed logins to your account',
      text: 'There were 5 failed logins to your BTBC account {account} from {ip}. Logins from there are locked for {minutes} minutes. If it was not you, change your password.',
    },
    session_ended: {
      subject: 'A session was ended',
      text: 'A session of your BTBC account {account} was ended: {device}. If it was not you, change your password.',
    },
    password_changed: {
      subject: 'Your password was changed',
      text: 'The password of your BTBC account {account} was changed and all other sessions were ended. If it was not you, reset the password now.',
    },
    password_reset: {
      subject: 'Your password was reset',
      text: 'The password of your BTBC account {account} was reset and all sessions and API keys were ended. Withdrawals wait for 24 hours. If it was not you, reset the password now.',
    },
    api_key_made: {
      subject: 'A new API key for your account',
      text: 'An API key was made at your BTBC account {account}: “{label}”. It can {may}. If it was not you, reset the password now: that ends all sessions and keys.',
    },
    security_changed: {
      subject: 'Your security was changed',
      text: 'At your BTBC account {account}: {change}. If it was not you, freeze the account under Security and reset the password now.',
    },
    security_changed_held: {
      subject: 'Your security was changed',
      text: 'At your BTBC account {account}: {change}. Withdrawals wait for 24 hours. If it was not you, freeze the account under Security and reset the password now.',
    },
    invite_unfunded: {
      subject: 'A member joined with your invite code',
      text: '{name} joined BTBC with your invite code. The referral pool is being refilled, so there is no reward for this invitation. {name} still counts in your team.',
    },
  },
  zh: {
    login_locked: {
      subject: '您的账户登录失败',
      text: '您的 BTBC 账户 {account} 有 5 次来自 {ip} 的登录失败。来自该处的登录已锁定 {minutes} 分钟。如非本人操作，请修改密码。',
    },
    session_ended: {
      subject: '一个会话已结束',
      text: '您的 BTBC 账户 {account} 的一个会话已结束：{device}。如非本人操作，请修改密码。',
    },
    password_changed: {
      subject: '您的密码已修改',
      text: '您的 BTBC 账户 {account} 的密码已修改，其他会话均已结束。如非本人操作，请立即重置密码。',
    },
    password_reset: {
      subject: '您的密码已重置',
      text: '您的 BTBC 账户 {account} 的密码已重置，所有会话和 API 密钥均已失效。提现需等待 24 小时。如非本人操作，请立即重置密码。',
    },
    api_key_made: {
      subject: '您的账户有新的 API 密钥',
      text: '您的 BTBC 账户 {account} 创建了 API 密钥“{label}”。它可以：{may}。如非本人操作，请立即重置密码：所有会话和密钥会随之失效。',
    },
    security_changed: {
      subject: '您的安全设置已更改',
      text: '您的 BTBC 账户 {account}：{change}。如非本人操作，请立即在“安全”中冻结账户并重置密码。',
    },
    security_changed_held: {
      subject: '您的安全设置已更改',
      text: '您的 BTBC 账户 {account}：{change}。提现需等待 24 小时。如非本人操作，请立即在“安全”中冻结账户并重置密码。',
    },
    invite_unfunded: {
      subject: '有成员使用您的邀请码加入',
      text: '{name} 使用您的邀请码加入了 BTBC。推荐奖励池正在补充，本次邀请没有奖励。{name} 仍计入您的团队。',
    },
  },
  kr: {
    login_locked: {
      subject: '계정 로그인 실패',
      text: 'BTBC 계정 {account}에 {ip}에서 로그인 실패가 5회 있었습니다. 해당 위치의 로그인은 {minutes}분 동안 잠깁니다. 본인이 아니라면 비밀번호를 변경하세요.',
    },
    session_ended: {
      subject: '세션이 종료되었습니다',
      text: 'BTBC 계정 {account}의 세션이 종료되었습니다: {device}. 본인이 아니라면 비밀번호를 변경하세요.',
    },
    password_changed: {
      subject: '비밀번호가 변경되었습니다',
      text: 'BTBC 계정 {account}의 비밀번호가 변경되었고 다른 모든 세션이 종료되었습니다. 본인이 아니라면 지금 비밀번호를 재설정하세요.',
    },
    password_reset: {
      subject: '비밀번호가 재설정되었습니다',
      text: 'BTBC 계정 {account}의 비밀번호가 재설정되었고 모든 세션과 API 키가 종료되었습니다. 출금은 24시간 동안 대기합니다. 본인이 아니라면 지금 비밀번호를 재설정하세요.',
    },
    api_key_made: {
      subject: '계정에 새 API 키가 만들어졌습니다',
      text: 'BTBC 계정 {account}에 API 키 “{label}”이(가) 만들어졌습니다. 권한: {may}. 본인이 아니라면 지금 비밀번호를 재설정하세요. 모든 세션과 키가 종료됩니다.',
    },
    security_changed: {
      subject: '보안 설정이 변경되었습니다',
      text: 'BTBC 계정 {account}: {change}. 본인이 아니라면 지금 보안에서 계정을 동결하고 비밀번호를 재설정하세요.',
    },
    security_changed_held: {
      subject: '보안 설정이 변경되었습니다',
      text: 'BTBC 계정 {account}: {change}. 출금은 24시간 동안 대기합니다. 본인이 아니라면 지금 보안에서 계정을 동결하고 비밀번호를 재설정하세요.',
    },
    invite_unfunded: {
      subject: '초대 코드로 회원이 가입했습니다',
      text: '{name} 님이 초대 코드로 BTBC에 가입했습니다. 추천 풀이 보충 중이어서 이 초대에는 보상이 없습니다. {name} 님은 팀에 포함됩니다.',
    },
  },
  jp: {
    login_locked: {
      subject: 'アカウントへのログイン失敗',
      text: 'BTBC アカウント {account} に {ip} から 5 回のログイン失敗がありました。そこからのログインは {minutes} 分間ロックされます。心当たりがない場合はパスワードを変更してください。',
    },
    session_ended: {
      subject: 'セッションが終了しました',
      text: 'BTBC アカウント {account} のセッションが終了しました：{device}。心当たりがない場合はパスワードを変更してください。',
    },
    password_changed: {
      subject: 'パスワードが変更されました',
      text: 'BTBC アカウント {account} のパスワードが変更され、他のすべてのセッションが終了しました。心当たりがない場合は今すぐパスワードを再設定してください。',
    },
    password_reset: {
      subject: 'パスワードが再設定されました',
      text: 'BTBC アカウント {account} のパスワードが再設定され、すべてのセッションと API キーが無効になりました。出金は 24 時間待機します。心当たりがない場合は今すぐパスワードを再設定してください。',
    },
    api_key_made: {
      subject: '新しい API キーが作成されました',
      text: 'BTBC アカウント {account} に API キー「{label}」が作成されました。できること：{may}。心当たりがない場合は今すぐパスワードを再設定してください。すべてのセッションとキーが無効になります。',
    },
    security_changed: {
      subject: 'セキュリティ設定が変更されました',
      text: 'BTBC アカウント {account}：{change}。心当たりがない場合は、今すぐ「セキュリティ」でアカウントを凍結し、パスワードを再設定してください。',
    },
    security_changed_held: {
      subject: 'セキュリティ設定が変更されました',
      text: 'BTBC アカウント {account}：{change}。出金は 24 時間お待ちいただきます。心当たりがない場合は、今すぐ「セキュリティ」でアカウントを凍結し、パスワードを再設定してください。',
    },
    invite_unfunded: {
      subject: '招待コードでメンバーが参加しました',
      text: '{name} さんがあなたの招待コードで BTBC に参加しました。紹介プールは補充中のため、この招待の報酬はありません。{name} さんはチームに数えられます。',
    },
  },
  hk: {
    login_locked: {
      subject: '您的帳戶登入失敗',
      text: '您的 BTBC 帳戶 {account} 有 5 次來自 {ip} 的登入失敗。來自該處的登入已鎖定 {minutes} 分鐘。如非本人操作，請更改密碼。',
    },
    session_ended: {
      subject: '一個工作階段已結束',
      text: '您的 BTBC 帳戶 {account} 的一個工作階段已結束：{device}。如非本人操作，請更改密碼。',
    },
    password_changed: {
      subject: '您的密碼已更改',
      text: '您的 BTBC 帳戶 {account} 的密碼已更改，其他工作階段均已結束。如非本人操作，請立即重設密碼。',
    },
    password_reset: {
      subject: '您的密碼已重設',
      text: '您的 BTBC 帳戶 {account} 的密碼已重設，所有工作階段及 API 密鑰均已失效。提現需等待 24 小時。如非本人操作，請立即重設密碼。',
    },
    api_key_made: {
      subject: '您的帳戶有新的 API 密鑰',
      text: '您的 BTBC 帳戶 {account} 建立了 API 密鑰「{label}」。它可以：{may}。如非本人操作，請立即重設密碼：所有工作階段及密鑰會隨之失效。',
    },
    security_changed: {
      subject: '您的安全設定已更改',
      text: '您的 BTBC 帳戶 {account}：{change}。如非本人操作，請立即在「安全」中凍結帳戶並重設密碼。',
    },
    security_changed_held: {
      subject: '您的安全設定已更改',
      text: '您的 BTBC 帳戶 {account}：{change}。提現需等待 24 小時。如非本人操作，請立即在「安全」中凍結帳戶並重設密碼。',
    },
    invite_unfunded: {
      subject: '有成員使用您的邀請碼加入',
      text: '{name} 使用您的邀請碼加入了 BTBC。推薦獎勵池正在補充，本次邀請沒有獎勵。{name} 仍計入您的團隊。',
    },
  },
  spa: {
    login_locked: {
      subject: 'Inicios de sesión fallidos en tu cuenta',
      text: 'Hubo 5 inicios de sesión fallidos en tu cuenta BTBC {account} desde {ip}. Los inicios desde allí quedan bloqueados {minutes} minutos. Si no fuiste tú, cambia tu contraseña.',
    },
    session_ended: {
      subject: 'Se cerró una sesión',
      text: 'Se cerró una sesión de tu cuenta BTBC {account}: {device}. Si no fuiste tú, cambia tu contraseña.',
    },
    password_changed: {
      subject: 'Tu contraseña fue cambiada',
      text: 'La contraseña de tu cuenta BTBC {account} fue cambiada y se cerraron las demás sesiones. Si no fuiste tú, restablece la contraseña ahora.',
    },
    password_reset: {
      subject: 'Tu contraseña fue restablecida',
      text: 'La contraseña de tu cuenta BTBC {account} fue restablecida y terminaron todas las sesiones y claves API. Los retiros esperan 24 horas. Si no fuiste tú, restablece la contraseña ahora.',
    },
    api_key_made: {
      subject: 'Una clave API nueva en tu cuenta',
      text: 'Se creó una clave API en tu cuenta BTBC {account}: «{label}». Puede {may}. Si no fuiste tú, restablece la contraseña ahora: así terminan todas las sesiones y claves.',
    },
    security_changed: {
      subject: 'Tu seguridad cambió',
      text: 'En tu cuenta BTBC {account}: {change}. Si no fuiste tú, congela la cuenta en Seguridad y restablece la contraseña ahora.',
    },
    security_changed_held: {
      subject: 'Tu seguridad cambió',
      text: 'En tu cuenta BTBC {account}: {change}. Los retiros esperan 24 horas. Si no fuiste tú, congela la cuenta en Seguridad y restablece la contraseña ahora.',
    },
    invite_unfunded: {
      subject: 'Un miembro se unió con tu código de invitación',
      text: '{name} se unió a BTBC con tu código de invitación. El fondo de referidos se está rellenando, así que no hay recompensa por esta invitación. {name} cuenta igualmente en tu equipo.',
    },
  },
  bx: {
    login_locked: {
      subject: 'Tentativas de login na sua conta',
      text: 'Houve 5 tentativas de login sem sucesso na sua conta BTBC {account} a partir de {ip}. Logins de lá ficam bloqueados por {minutes} minutos. Se não foi você, troque sua senha.',
    },
    session_ended: {
      subject: 'Uma sessão foi encerrada',
      text: 'Uma sessão da sua conta BTBC {account} foi encerrada: {device}. Se não foi você, troque sua senha.',
    },
    password_changed: {
      subject: 'Sua senha foi alterada',
      text: 'A senha da sua conta BTBC {account} foi alterada e as outras sessões foram encerradas. Se não foi você, redefina a senha agora.',
    },
    password_reset: {
      subject: 'Sua senha foi redefinida',
      text: 'A senha da sua conta BTBC {account} foi redefinida e todas as sessões e chaves de API foram encerradas. Os saques aguardam 24 horas. Se não foi você, redefina a senha agora.',
    },
    api_key_made: {
      subject: 'Uma nova chave de API na sua conta',
      text: 'Uma chave de API foi criada na sua conta BTBC {account}: “{label}”. Ela pode {may}. Se não foi você, redefina a senha agora: isso encerra todas as sessões e chaves.',
    },
    security_changed: {
      subject: 'Sua segurança mudou',
      text: 'Na sua conta BTBC {account}: {change}. Se não foi você, congele a conta em Segurança e redefina a senha agora.',
    },
    security_changed_held: {
      subject: 'Sua segurança mudou',
      text: 'Na sua conta BTBC {account}: {change}. Os saques esperam 24 horas. Se não foi você, congele a conta em Segurança e redefina a senha agora.',
    },
    invite_unfunded: {
      subject: 'Um membro entrou com seu código de convite',
      text: '{name} entrou no BTBC com seu código de convite. O fundo de indicações está sendo reabastecido, por isso não há recompensa por este convite. {name} conta na sua equipe mesmo assim.',
    },
  },
  ban: {
    login_locked: {
      subject: 'আপনার অ্যাকাউন্টে ব্যর্থ লগইন',
      text: 'আপনার BTBC অ্যাকাউন্ট {account}-এ {ip} থেকে 5 বার লগইন ব্যর্থ হয়েছে। সেখান থেকে লগইন {minutes} মিনিট বন্ধ থাকবে। আপনি না হলে পাসওয়ার্ড পরিবর্তন করুন।',
    },
    session_ended: {
      subject: 'একটি সেশন শেষ হয়েছে',
      text: 'আপনার BTBC অ্যাকাউন্ট {account}-এর একটি সেশন শেষ হয়েছে: {device}। আপনি না হলে পাসওয়ার্ড পরিবর্তন করুন।',
    },
    password_changed: {
      subject: 'আপনার পাসওয়ার্ড পরিবর্তিত হয়েছে',
      text: 'আপনার BTBC অ্যাকাউন্ট {account}-এর পাসওয়ার্ড পরিবর্তিত হয়েছে এবং অন্য সব সেশন শেষ হয়েছে। আপনি না হলে এখনই পাসওয়ার্ড রিসেট করুন।',
    },
    password_reset: {
      subject: 'আপনার পাসওয়ার্ড রিসেট হয়েছে',
      text: 'আপনার BTBC অ্যাকাউন্ট {account}-এর পাসওয়ার্ড রিসেট হয়েছে এবং সব সেশন ও API কী শেষ হয়েছে। উত্তোলন 24 ঘণ্টা অপেক্ষা করবে। আপনি না হলে এখনই পাসওয়ার্ড রিসেট করুন।',
    },
    api_key_made: {
      subject: 'আপনার অ্যাকাউন্টে নতুন API কী',
      text: 'আপনার BTBC অ্যাকাউন্ট {account}-এ একটি API কী তৈরি হয়েছে: “{label}”। এটি যা পারে: {may}। আপনি না হলে এখনই পাসওয়ার্ড রিসেট করুন: তাতে সব সেশন ও কী শেষ হয়।',
    },
    security_changed: {
      subject: 'আপনার নিরাপত্তা পরিবর্তিত হয়েছে',
      text: 'আপনার BTBC অ্যাকাউন্ট {account}: {change}। আপনি না হলে এখনই নিরাপত্তা থেকে অ্যাকাউন্ট স্থগিত করুন এবং পাসওয়ার্ড রিসেট করুন।',
    },
    security_changed_held: {
      subject: 'আপনার নিরাপত্তা পরিবর্তিত হয়েছে',
      text: 'আপনার BTBC অ্যাকাউন্ট {account}: {change}। উত্তোলন 24 ঘণ্টা অপেক্ষা করবে। আপনি না হলে এখনই নিরাপত্তা থেকে অ্যাকাউন্ট স্থগিত করুন এবং পাসওয়ার্ড রিসেট করুন।',
    },
    invite_unfunded: {
      subject: 'আপনার আমন্ত্রণ কোডে একজন সদস্য যোগ দিয়েছেন',
      text: '{name} আপনার আমন্ত্রণ কোড দিয়ে BTBC-তে যোগ দিয়েছেন। রেফারেল তহবিল পুনরায় পূরণ হচ্ছে, তাই এই আমন্ত্রণের জন্য পুরস্কার নেই। {name} তবুও আপনার দলে গণ্য হবেন।',
    },
  },
}
