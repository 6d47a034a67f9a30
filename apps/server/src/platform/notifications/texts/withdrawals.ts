import type { Language } from '@btbc/contract/wire.ts'

import type { MessageText } from './text.ts'

export type WithdrawalMessage =
  | 'withdrawal_requested'
  | 'withdrawal_sent'
  | 'withdrawal_inside'
  | 'withdrawal_refused'
  | 'withdrawal_returned'
  | 'bank_withdrawal_requested'
  | 'bank_withdrawal_paid'
  | 'bank_withdrawal_refused'

/** Money that goes out, has gone, or came back. */
export const withdrawalTexts: Record<Language, Record<WithdrawalMessage, MessageText>> = {
  en: {
    withdrawal_requested: {
      subject: 'You asked for a withdrawal',
      text: 'Withdrawal {order}: {amount} {currency} to {address}. The fee is {fee}, so {net} {currency} arrive. If it was not you, take it back under Withdrawal, freeze the account under Security and reset the password.',
    },
    withdrawal_sent: {
      subject: 'Your withdrawal was sent',
      text: 'Withdrawal {order}: {net} {currency} were sent to {address}. Transaction: {hash}.',
    },
    withdrawal_inside: {
      subject: 'Your withdrawal is done',
      text: 'Withdrawal {order}: {amount} {currency} went to another member at {address}, at once and free of charge. If it was not you, freeze the account under Security and reset the password.',
    },
    withdrawal_refused: {
      subject: 'Your withdrawal was refused',
      text: 'Withdrawal {order} of {amount} {currency} was refused: {reason} Everything is back in your Spot wallet, the fee with it.',
    },
    withdrawal_returned: {
      subject: 'Your withdrawal came back',
      text: 'Withdrawal {order} of {amount} {currency} could not be completed. Everything is back in your Spot wallet, the fee with it.',
    },
    bank_withdrawal_requested: {
      subject: 'You asked for a bank withdrawal',
      text: 'Bank withdrawal {order}: {amount} USDT to the test account ending in {account}. The fee is {fee} USDT, so {net} USDT are paid out. If it was not you, take it back under Bank withdrawal, freeze the account under Security and reset the password.',
    },
    bank_withdrawal_paid: {
      subject: 'Your bank withdrawal is paid',
      text: 'Bank withdrawal {order}: {net} bank units (test) were paid to the test account ending in {account}.',
    },
    bank_withdrawal_refused: {
      subject: 'Your bank withdrawal was refused',
      text: 'Bank withdrawal {order} of {amount} USDT was refused: {reason} Everything is back in your Spot wallet, the fee with it.',
    },
  },
  zh: {
    withdrawal_requested: {
      subject: '您申请了提现',
      text: '提现 {order}：{amount} {currency} 到 {address}，手续费 {fee}，实际到账 {net} {currency}。如非本人操作，请在“提现”中撤回，在“安全”中冻结账户并重置密码。',
    },
    withdrawal_sent: {
      subject: '您的提现已发出',
      text: '提现 {order}：{net} {currency} 已发往 {address}。交易哈希：{hash}。',
    },
    withdrawal_inside: {
      subject: '您的提现已完成',
      text: '提现 {order}：{amount} {currency} 已即时免费转给地址为 {address} 的另一位成员。如非本人操作，请在“安全”中冻结账户并重置密码。',
    },
    withdrawal_refused: {
      subject: '您的提现被拒绝',
      text: '提现 {order}（{amount} {currency}）被拒绝：{reason} 全部金额连同手续费已退回您的现货钱包。',
    },
    withdrawal_returned: {
      subject: '您的提现已退回',
      text: '提现 {order}（{amount} {currency}）未能完成。全部金额连同手续费已退回您的现货钱包。',
    },
    bank_withdrawal_requested: {
      subject: '您申请了银行提现',
      text: '银行提现 {order}：{amount} USDT 到尾号 {account} 的测试账户，手续费 {fee} USDT，实际支付 {net} USDT。如非本人操作，请在“银行提现”中撤回，在“安全”中冻结账户并重置密码。',
    },
    bank_withdrawal_paid: {
      subject: '您的银行提现已支付',
      text: '银行提现 {order}：{net} 银行单位（测试）已支付到尾号 {account} 的测试账户。',
    },
    bank_withdrawal_refused: {
      subject: '您的银行提现被拒绝',
      text: '银行提现 {order}（{amount} USDT）被拒绝：{reason} 全部金额连同手续费已退回您的现货钱包。',
    },
  },
  kr: {
    withdrawal_requested: {
      subject: '출금을 신청하셨습니다',
      text: '출금 {order}: {amount} {currency}를 {address}(으)로 보냅니다. 수수료는 {fee}이며 {net} {currency}가 도착합니다. 본인이 아니라면 출금 화면에서 취소하고, 보안에서 계정을 동결한 뒤 비밀번호를 재설정하세요.',
    },
    withdrawal_sent: {
      subject: '출금이 전송되었습니다',
      text: '출금 {order}: {net} {currency}를 {address}(으)로 보냈습니다. 트랜잭션: {hash}.',
    },
    withdrawal_inside: {
      subject: '출금이 완료되었습니다',
      text: '출금 {order}: {amount} {currency}가 {address} 주소의 다른 회원에게 즉시 무료로 전달되었습니다. 본인이 아니라면 보안에서 계정을 동결하고 비밀번호를 재설정하세요.',
    },
    withdrawal_refused: {
      subject: '출금이 거절되었습니다',
      text: '출금 {order}({amount} {currency})이(가) 거절되었습니다: {reason} 수수료를 포함한 전액이 현물 지갑으로 돌아왔습니다.',
    },
    withdrawal_returned: {
      subject: '출금이 반환되었습니다',
      text: '출금 {order}({amount} {currency})을(를) 완료하지 못했습니다. 수수료를 포함한 전액이 현물 지갑으로 돌아왔습니다.',
    },
    bank_withdrawal_requested: {
      subject: '은행 출금을 신청하셨습니다',
      text: '은행 출금 {order}: {amount} USDT를 끝자리 {account} 테스트 계좌로 보냅니다. 수수료는 {fee} USDT이며 {net} USDT가 지급됩니다. 본인이 아니라면 은행 출금 화면에서 취소하고, 보안에서 계정을 동결한 뒤 비밀번호를 재설정하세요.',
    },
    bank_withdrawal_paid: {
      subject: '은행 출금이 지급되었습니다',
      text: '은행 출금 {order}: {net} 은행 단위(테스트)가 끝자리 {account} 테스트 계좌로 지급되었습니다.',
    },
    bank_withdrawal_refused: {
      subject: '은행 출금이 거절되었습니다',
      text: '은행 출금 {order}({amount} USDT)이(가) 거절되었습니다: {reason} 수수료를 포함한 전액이 현물 지갑으로 돌아왔습니다.',
    },
  },
  jp: {
    withdrawal_requested: {
      subject: '出金の申請を受け付けました',
      text: '出金 {order}：{amount} {currency} を {address} へ。手数料は {fee}、届くのは {net} {currency} です。心当たりがない場合は「出金」で取り消し、「セキュリティ」でアカウントを凍結してパスワードを再設定してください。',
    },
    withdrawal_sent: {
      subject: '出金を送信しました',
      text: '出金 {order}：{net} {currency} を {address} へ送信しました。トランザクション：{hash}。',
    },
    withdrawal_inside: {
      subject: '出金が完了しました',
      text: '出金 {order}：{amount} {currency} を {address} のメンバーへ、すぐに無料で送りました。心当たりがない場合は「セキュリティ」でアカウントを凍結してパスワードを再設定してください。',
    },
    withdrawal_refused: {
      subject: '出金が承認されませんでした',
      text: '出金 {order}（{amount} {currency}）は承認されませんでした：{reason} 手数料を含む全額が現物ウォレットに戻りました。',
    },
    withdrawal_returned: {
      subject: '出金が戻されました',
      text: '出金 {order}（{amount} {currency}）を完了できませんでした。手数料を含む全額が現物ウォレットに戻りました。',
    },
    bank_withdrawal_requested: {
      subject: '銀行出金の申請を受け付けました',
      text: '銀行出金 {order}：{amount} USDT を末尾 {account} のテスト口座へ。手数料は {fee} USDT、支払われるのは {net} USDT です。心当たりがない場合は「銀行出金」で取り消し、「セキュリティ」でアカウントを凍結してパスワードを再設定してください。',
    },
    bank_withdrawal_paid: {
      subject: '銀行出金が支払われました',
      text: '銀行出金 {order}：{net} 銀行単位（テスト）を末尾 {account} のテスト口座へ支払いました。',
    },
    bank_withdrawal_refused: {
      subject: '銀行出金が承認されませんでした',
      text: '銀行出金 {order}（{amount} USDT）は承認されませんでした：{reason} 手数料を含む全額が現物ウォレットに戻りました。',
    },
  },
  hk: {
    withdrawal_requested: {
      subject: '您申請了提現',
      text: '提現 {order}：{amount} {currency} 到 {address}，手續費 {fee}，實際到帳 {net} {currency}。如非本人操作，請在「提現」中撤回，在「安全」中凍結帳戶並重設密碼。',
    },
    withdrawal_sent: {
      subject: '您的提現已發出',
      text: '提現 {order}：{net} {currency} 已發往 {address}。交易雜湊：{hash}。',
    },
    withdrawal_inside: {
      subject: '您的提現已完成',
      text: '提現 {order}：{amount} {currency} 已即時免費轉給地址為 {address} 的另一位成員。如非本人操作，請在「安全」中凍結帳戶並重設密碼。',
    },
    withdrawal_refused: {
      subject: '您的提現被拒絕',
      text: '提現 {order}（{amount} {currency}）被拒絕：{reason} 全部金額連同手續費已退回您的現貨錢包。',
    },
    withdrawal_returned: {
      subject: '您的提現已退回',
      text: '提現 {order}（{amount} {currency}）未能完成。全部金額連同手續費已退回您的現貨錢包。',
    },
    bank_withdrawal_requested: {
      subject: '您申請了銀行提現',
      text: '銀行提現 {order}：{amount} USDT 到尾號 {account} 的測試帳戶，手續費 {fee} USDT，實際支付 {net} USDT。如非本人操作，請在「銀行提現」中撤回，在「安全」中凍結帳戶並重設密碼。',
    },
    bank_withdrawal_paid: {
      subject: '您的銀行提現已支付',
      text: '銀行提現 {order}：{net} 銀行單位（測試）已支付到尾號 {account} 的測試帳戶。',
    },
    bank_withdrawal_refused: {
      subject: '您的銀行提現被拒絕',
      text: '銀行提現 {order}（{amount} USDT）被拒絕：{reason} 全部金額連同手續費已退回您的現貨錢包。',
    },
  },
  spa: {
    withdrawal_requested: {
      subject: 'Pediste un retiro',
      text: 'Retiro {order}: {amount} {currency} a {address}. La comisión es {fee}, así que llegan {net} {currency}. Si no fuiste tú, cancélalo en Retiro, congela la cuenta en Seguridad y restablece la contraseña.',
    },
    withdrawal_sent: {
      subject: 'Tu retiro fue enviado',
      text: 'Retiro {order}: se enviaron {net} {currency} a {address}. Transacción: {hash}.',
    },
    withdrawal_inside: {
      subject: 'Tu retiro está hecho',
      text: 'Retiro {order}: {amount} {currency} pasaron a otro miembro en {address}, al momento y sin comisión. Si no fuiste tú, congela la cuenta en Seguridad y restablece la contraseña.',
    },
    withdrawal_refused: {
      subject: 'Tu retiro fue rechazado',
      text: 'El retiro {order} de {amount} {currency} fue rechazado: {reason} Todo está de vuelta en tu billetera Spot, también la comisión.',
    },
    withdrawal_returned: {
      subject: 'Tu retiro volvió',
      text: 'El retiro {order} de {amount} {currency} no se pudo completar. Todo está de vuelta en tu billetera Spot, también la comisión.',
    },
    bank_withdrawal_requested: {
      subject: 'Pediste un retiro bancario',
      text: 'Retiro bancario {order}: {amount} USDT a la cuenta de prueba terminada en {account}. La comisión es {fee} USDT, así que se pagan {net} USDT. Si no fuiste tú, cancélalo en Retiro bancario, congela la cuenta en Seguridad y restablece la contraseña.',
    },
    bank_withdrawal_paid: {
      subject: 'Tu retiro bancario está pagado',
      text: 'Retiro bancario {order}: se pagaron {net} unidades bancarias (prueba) a la cuenta de prueba terminada en {account}.',
    },
    bank_withdrawal_refused: {
      subject: 'Tu retiro bancario fue rechazado',
      text: 'El retiro bancario {order} de {amount} USDT fue rechazado: {reason} Todo está de vuelta en tu billetera Spot, también la comisión.',
    },
  },
  bx: {
    withdrawal_requested: {
      subject: 'Você pediu um saque',
      text: 'Saque {order}: {amount} {currency} para {address}. A taxa é {fee}, então chegam {net} {currency}. Se não foi você, cancele-o em Saque, congele a conta em Segurança e redefina a senha.',
    },
    withdrawal_sent: {
      subject: 'Seu saque foi enviado',
      text: 'Saque {order}: {net} {currency} foram enviados para {address}. Transação: {hash}.',
    },
    withdrawal_inside: {
      subject: 'Seu saque foi concluído',
      text: 'Saque {order}: {amount} {currency} foram para outro membro em {address}, na hora e sem taxa. Se não foi você, congele a conta em Segurança e redefina a senha.',
    },
    withdrawal_refused: {
      subject: 'Seu saque foi recusado',
      text: 'O saque {order} de {amount} {currency} foi recusado: {reason} Tudo está de volta na sua carteira Spot, inclusive a taxa.',
    },
    withdrawal_returned: {
      subject: 'Seu saque voltou',
      text: 'O saque {order} de {amount} {currency} não pôde ser concluído. Tudo está de volta na sua carteira Spot, inclusive a taxa.',
    },
    bank_withdrawal_requested: {
      subject: 'Você pediu um saque bancário',
      text: 'Saque bancário {order}: {amount} USDT para a conta de teste com final {account}. A taxa é {fee} USDT, então são pagos {net} USDT. Se não foi você, cancele-o em Saque bancário, congele a conta em Segurança e redefina a senha.',
    },
    bank_withdrawal_paid: {
      subject: 'Seu saque bancário foi pago',
      text: 'Saque bancário {order}: {net} unidades bancárias (teste) foram pagas à conta de teste com final {account}.',
    },
    bank_withdrawal_refused: {
      subject: 'Seu saque bancário foi recusado',
      text: 'O saque bancário {order} de {amount} USDT foi recusado: {reason} Tudo está de volta na sua carteira Spot, inclusive a taxa.',
    },
  },
  ban: {
    withdrawal_requested: {
      subject: 'আপনি উত্তোলনের অনুরোধ করেছেন',
      text: 'উত্তোলন {order}: {address}-এ {amount} {currency}। ফি {fee}, তাই {net} {currency} পৌঁছাবে। আপনি না করলে উত্তোলন পাতায় তা ফিরিয়ে নিন, নিরাপত্তা থেকে অ্যাকাউন্ট স্থগিত করুন এবং পাসওয়ার্ড রিসেট করুন।',
    },
    withdrawal_sent: {
      subject: 'আপনার উত্তোলন পাঠানো হয়েছে',
      text: 'উত্তোলন {order}: {net} {currency} {address}-এ পাঠানো হয়েছে। লেনদেন: {hash}।',
    },
    withdrawal_inside: {
      subject: 'আপনার উত্তোলন সম্পন্ন',
      text: 'উত্তোলন {order}: {amount} {currency} {address}-এ অন্য একজন সদস্যের কাছে সঙ্গে সঙ্গে ও বিনা ফিতে গেছে। আপনি না করলে নিরাপত্তা থেকে অ্যাকাউন্ট স্থগিত করুন এবং পাসওয়ার্ড রিসেট করুন।',
    },
    withdrawal_refused: {
      subject: 'আপনার উত্তোলন প্রত্যাখ্যাত',
      text: 'উত্তোলন {order} ({amount} {currency}) প্রত্যাখ্যাত হয়েছে: {reason} ফিসহ সবটুকু আপনার স্পট ওয়ালেটে ফিরে এসেছে।',
    },
    withdrawal_returned: {
      subject: 'আপনার উত্তোলন ফিরে এসেছে',
      text: 'উত্তোলন {order} ({amount} {currency}) সম্পন্ন করা যায়নি। ফিসহ সবটুকু আপনার স্পট ওয়ালেটে ফিরে এসেছে।',
    },
    bank_withdrawal_requested: {
      subject: 'আপনি ব্যাংক উত্তোলনের অনুরোধ করেছেন',
      text: 'ব্যাংক উত্তোলন {order}: {account} দিয়ে শেষ হওয়া টেস্ট অ্যাকাউন্টে {amount} USDT। ফি {fee} USDT, তাই {net} USDT দেওয়া হবে। আপনি না করলে ব্যাংক উত্তোলন পাতায় তা ফিরিয়ে নিন, নিরাপত্তা থেকে অ্যাকাউন্ট স্থগিত করুন এবং পাসওয়ার্ড রিসেট করুন।',
    },
    bank_withdrawal_paid: {
      subject: 'আপনার ব্যাংক উত্তোলন পরিশোধিত',
      text: 'ব্যাংক উত্তোলন {order}: {account} দিয়ে শেষ হওয়া টেস্ট অ্যাকাউন্টে {net} ব্যাংক ইউনিট (টেস্ট) দেওয়া হয়েছে।',
    },
    bank_withdrawal_refused: {
      subject: 'আপনার ব্যাংক উত্তোলন প্রত্যাখ্যাত',
      text: 'ব্যাংক উত্তোলন {order} ({amount} USDT) প্রত্যাখ্যাত হয়েছে: {reason} ফিসহ সবটুকু আপনার স্পট ওয়ালেটে ফিরে এসেছে।',
    },
  },
}
