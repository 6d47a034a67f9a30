import type { Language } from '@btbc/contract/wire.ts'

export type MessageKind =
  | 'register_code'
  | 'forget_code'
  | 'bind_code'
  | 'withdraw_code'
  | 'already_member'
  | 'login_locked'
  | 'session_ended'
  | 'password_changed'
  | 'password_reset'
  | 'security_changed'
  | 'security_changed_held'
  | 'invite_unfunded'
  | 'identity_verified'
  | 'identity_rejected'
  | 'bank_deposit_credited'
  | 'bank_deposit_rejected'

type Text = { subject: string; text: string }

/** What a message says. The TEST tag is put before every one of them, whatever the language. */
export const messageTexts: Record<Language, Record<MessageKind, Text>> = {
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
      text: 'The password of your BTBC account {account} was reset and all sessions were ended. Withdrawals wait for 24 hours. If it was not you, reset the password now.',
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
    bank_deposit_credited: {
      subject: 'Your bank transfer is credited',
      text: 'Your bank transfer {order} was accepted: {amount} USDT are in your P2P wallet.',
    },
    bank_deposit_rejected: {
      subject: 'Your bank transfer was not accepted',
      text: 'Your bank transfer {order} was not accepted: {reason} Nothing was taken.',
    },
    identity_verified: {
      subject: 'Your identity is verified',
      text: 'The document you submitted at BTBC was accepted. Withdrawing, claiming and selling are open. Its pictures and number are deleted in 30 days.',
    },
    identity_rejected: {
      subject: 'Your document was not accepted',
      text: 'The document you submitted at BTBC was not accepted: {reason} Please correct it and submit again, with a sample document and never a real one.',
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
      text: '您的 BTBC 账户 {account} 的密码已重置，所有会话均已结束。提现需等待 24 小时。如非本人操作，请立即重置密码。',
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
    bank_deposit_credited: {
      subject: '您的银行转账已入账',
      text: '您的银行转账 {order} 已通过审核，{amount} USDT 已存入您的 P2P 钱包。',
    },
    bank_deposit_rejected: {
      subject: '您的银行转账未通过审核',
      text: '您的银行转账 {order} 未通过审核：{reason} 没有扣款。',
    },
    identity_verified: {
      subject: '您的实名认证已通过',
      text: '您在 BTBC 提交的证件已通过审核，现在可以提现、领取和出售。照片与号码将在 30 天后删除。',
    },
    identity_rejected: {
      subject: '您的证件未通过审核',
      text: '您在 BTBC 提交的证件未通过审核：{reason} 请更正后重新提交，请使用示例证件，切勿使用真实证件。',
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
      text: 'BTBC 계정 {account}의 비밀번호가 재설정되었고 모든 세션이 종료되었습니다. 출금은 24시간 동안 대기합니다. 본인이 아니라면 지금 비밀번호를 재설정하세요.',
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
    bank_deposit_credited: {
      subject: '은행 이체가 입금되었습니다',
      text: '은행 이체 {order}이(가) 승인되어 {amount} USDT가 P2P 지갑에 들어왔습니다.',
    },
    bank_deposit_rejected: {
      subject: '은행 이체가 승인되지 않았습니다',
      text: '은행 이체 {order}이(가) 승인되지 않았습니다: {reason} 빠져나간 금액은 없습니다.',
    },
    identity_verified: {
      subject: '본인 인증이 완료되었습니다',
      text: 'BTBC에 제출하신 문서가 승인되었습니다. 이제 출금, 수령, 판매를 할 수 있습니다. 사진과 번호는 30일 후 삭제됩니다.',
    },
    identity_rejected: {
      subject: '제출하신 문서가 승인되지 않았습니다',
      text: 'BTBC에 제출하신 문서가 승인되지 않았습니다: {reason} 수정한 뒤 다시 제출해 주세요. 실제 신분증이 아닌 견본 문서를 사용하세요.',
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
      text: 'BTBC アカウント {account} のパスワードが再設定され、すべてのセッションが終了しました。出金は 24 時間待機します。心当たりがない場合は今すぐパスワードを再設定してください。',
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
    bank_deposit_credited: {
      subject: '銀行振込が入金されました',
      text: '銀行振込 {order} が承認され、{amount} USDT が P2P ウォレットに入りました。',
    },
    bank_deposit_rejected: {
      subject: '銀行振込は承認されませんでした',
      text: '銀行振込 {order} は承認されませんでした：{reason} 引き落としはありません。',
    },
    identity_verified: {
      subject: '本人確認が完了しました',
      text: 'BTBC に提出された書類が承認されました。出金・受け取り・売却ができます。写真と番号は 30 日後に削除されます。',
    },
    identity_rejected: {
      subject: '書類が承認されませんでした',
      text: 'BTBC に提出された書類は承認されませんでした：{reason} 修正して再提出してください。本物ではなく、サンプル書類をお使いください。',
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
      text: '您的 BTBC 帳戶 {account} 的密碼已重設，所有工作階段均已結束。提現需等待 24 小時。如非本人操作，請立即重設密碼。',
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
    bank_deposit_credited: {
      subject: '您的銀行轉帳已入帳',
      text: '您的銀行轉帳 {order} 已通過審核，{amount} USDT 已存入您的 P2P 錢包。',
    },
    bank_deposit_rejected: {
      subject: '您的銀行轉帳未通過審核',
      text: '您的銀行轉帳 {order} 未通過審核：{reason} 沒有扣款。',
    },
    identity_verified: {
      subject: '您的實名認證已通過',
      text: '您在 BTBC 提交的證件已通過審核，現在可以提現、領取和出售。相片與號碼將在 30 天後刪除。',
    },
    identity_rejected: {
      subject: '您的證件未獲接納',
      text: '您在 BTBC 提交的證件未獲接納：{reason} 請更正後重新提交，請使用樣本證件，切勿使用真實證件。',
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
      text: 'La contraseña de tu cuenta BTBC {account} fue restablecida y se cerraron todas las sesiones. Los retiros esperan 24 horas. Si no fuiste tú, restablece la contraseña ahora.',
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
    bank_deposit_credited: {
      subject: 'Tu transferencia está abonada',
      text: 'Tu transferencia {order} fue aceptada: {amount} USDT están en tu cartera P2P.',
    },
    bank_deposit_rejected: {
      subject: 'Tu transferencia no fue aceptada',
      text: 'Tu transferencia {order} no fue aceptada: {reason} No se cobró nada.',
    },
    identity_verified: {
      subject: 'Tu identidad está verificada',
      text: 'El documento que enviaste a BTBC fue aceptado. Ya puedes retirar, cobrar y vender. Sus imágenes y su número se borran en 30 días.',
    },
    identity_rejected: {
      subject: 'Tu documento no fue aceptado',
      text: 'El documento que enviaste a BTBC no fue aceptado: {reason} Corrígelo y envíalo de nuevo, con un documento de muestra y nunca uno real.',
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
      text: 'A senha da sua conta BTBC {account} foi redefinida e todas as sessões foram encerradas. Os saques aguardam 24 horas. Se não foi você, redefina a senha agora.',
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
    bank_deposit_credited: {
      subject: 'Sua transferência foi creditada',
      text: 'Sua transferência {order} foi aceita: {amount} USDT estão na sua carteira P2P.',
    },
    bank_deposit_rejected: {
      subject: 'Sua transferência não foi aceita',
      text: 'Sua transferência {order} não foi aceita: {reason} Nada foi cobrado.',
    },
    identity_verified: {
      subject: 'Sua identidade foi verificada',
      text: 'O documento que você enviou ao BTBC foi aceito. Sacar, resgatar e vender estão liberados. As imagens e o número serão apagados em 30 dias.',
    },
    identity_rejected: {
      subject: 'Seu documento não foi aceito',
      text: 'O documento que você enviou ao BTBC não foi aceito: {reason} Corrija e envie novamente, com um documento de amostra e nunca um real.',
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
      text: 'আপনার BTBC অ্যাকাউন্ট {account}-এর পাসওয়ার্ড রিসেট হয়েছে এবং সব সেশন শেষ হয়েছে। উত্তোলন 24 ঘণ্টা অপেক্ষা করবে। আপনি না হলে এখনই পাসওয়ার্ড রিসেট করুন।',
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
    bank_deposit_credited: {
      subject: 'আপনার ব্যাংক ট্রান্সফার জমা হয়েছে',
      text: 'আপনার ব্যাংক ট্রান্সফার {order} গৃহীত হয়েছে: {amount} USDT আপনার P2P ওয়ালেটে আছে।',
    },
    bank_deposit_rejected: {
      subject: 'আপনার ব্যাংক ট্রান্সফার গৃহীত হয়নি',
      text: 'আপনার ব্যাংক ট্রান্সফার {order} গৃহীত হয়নি: {reason} কিছুই কাটা হয়নি।',
    },
    identity_verified: {
      subject: 'আপনার পরিচয় যাচাই হয়েছে',
      text: 'BTBC-তে জমা দেওয়া আপনার নথি গ্রহণ করা হয়েছে। এখন উত্তোলন, সংগ্রহ ও বিক্রি করা যাবে। ছবি ও নম্বর 30 দিন পর মুছে ফেলা হবে।',
    },
    identity_rejected: {
      subject: 'আপনার নথি গ্রহণ করা হয়নি',
      text: 'BTBC-তে জমা দেওয়া আপনার নথি গ্রহণ করা হয়নি: {reason} ঠিক করে আবার জমা দিন, নমুনা নথি দিয়ে, আসল নথি কখনও নয়।',
    },
  },
}

/** Ends every mail to a member who chose a phrase. */
export const phraseLines: Record<Language, string> = {
  en: 'Your phrase: {phrase}',
  zh: '您的短语：{phrase}',
  kr: '내 문구: {phrase}',
  jp: 'あなたのフレーズ：{phrase}',
  hk: '您的短語：{phrase}',
  spa: 'Tu frase: {phrase}',
  bx: 'Sua frase: {phrase}',
  ban: 'আপনার বাক্য: {phrase}',
}
