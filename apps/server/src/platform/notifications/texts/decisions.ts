import type { Language } from '@btbc/contract/wire.ts'

import type { MessageText } from './text.ts'

export type DecisionMessage =
  | 'identity_verified'
  | 'identity_rejected'
  | 'identity_lapsed'
  | 'bank_deposit_credited'
  | 'bank_deposit_rejected'
  | 'bank_deposit_lapsed'

/** What operators decided: identity, bank transfers. */
export const decisionTexts: Record<Language, Record<DecisionMessage, MessageText>> = {
  en: {
    identity_verified: {
      subject: 'Your identity is verified',
      text: 'The document you submitted at BTBC was accepted. Withdrawing, claiming and selling are open. Its pictures and number are deleted in 30 days.',
    },
    identity_rejected: {
      subject: 'Your document was not accepted',
      text: 'The document you submitted at BTBC was not accepted: {reason} Please correct it and submit again, with a sample document and never a real one.',
    },
    identity_lapsed: {
      subject: 'Please submit your document again',
      text: 'Nobody looked at the document you submitted at BTBC within 90 days, so its pictures and number were deleted. Please submit a sample document again; you can do so at once.',
    },
    bank_deposit_credited: {
      subject: 'Your bank transfer is credited',
      text: 'Your bank transfer {order} was accepted: {amount} USDT are in your P2P wallet.',
    },
    bank_deposit_rejected: {
      subject: 'Your bank transfer was not accepted',
      text: 'Your bank transfer {order} was not accepted: {reason} Nothing was taken.',
    },
    bank_deposit_lapsed: {
      subject: 'Your bank transfer was closed',
      text: 'Nobody looked at your bank transfer {order} within 72 hours, so it was closed. Nothing was taken; you can send it again.',
    },
  },
  zh: {
    identity_verified: {
      subject: '您的实名认证已通过',
      text: '您在 BTBC 提交的证件已通过审核，现在可以提现、领取和出售。照片与号码将在 30 天后删除。',
    },
    identity_rejected: {
      subject: '您的证件未通过审核',
      text: '您在 BTBC 提交的证件未通过审核：{reason} 请更正后重新提交，请使用示例证件，切勿使用真实证件。',
    },
    identity_lapsed: {
      subject: '请重新提交您的证件',
      text: '您在 BTBC 提交的证件在 90 天内无人审核，照片与号码已删除。请重新提交示例证件，现在即可提交。',
    },
    bank_deposit_credited: {
      subject: '您的银行转账已入账',
      text: '您的银行转账 {order} 已通过审核，{amount} USDT 已存入您的 P2P 钱包。',
    },
    bank_deposit_rejected: {
      subject: '您的银行转账未通过审核',
      text: '您的银行转账 {order} 未通过审核：{reason} 没有扣款。',
    },
    bank_deposit_lapsed: {
      subject: '您的银行转账已关闭',
      text: '您的银行转账 {order} 在 72 小时内无人审核，已关闭。没有扣款，您可以重新提交。',
    },
  },
  kr: {
    identity_verified: {
      subject: '본인 인증이 완료되었습니다',
      text: 'BTBC에 제출하신 문서가 승인되었습니다. 이제 출금, 수령, 판매를 할 수 있습니다. 사진과 번호는 30일 후 삭제됩니다.',
    },
    identity_rejected: {
      subject: '제출하신 문서가 승인되지 않았습니다',
      text: 'BTBC에 제출하신 문서가 승인되지 않았습니다: {reason} 수정한 뒤 다시 제출해 주세요. 실제 신분증이 아닌 견본 문서를 사용하세요.',
    },
    identity_lapsed: {
      subject: '문서를 다시 제출해 주세요',
      text: 'BTBC에 제출하신 문서를 90일 안에 확인하지 못해 사진과 번호를 삭제했습니다. 견본 문서를 다시 제출해 주세요. 지금 바로 할 수 있습니다.',
    },
    bank_deposit_credited: {
      subject: '은행 이체가 입금되었습니다',
      text: '은행 이체 {order}이(가) 승인되어 {amount} USDT가 P2P 지갑에 들어왔습니다.',
    },
    bank_deposit_rejected: {
      subject: '은행 이체가 승인되지 않았습니다',
      text: '은행 이체 {order}이(가) 승인되지 않았습니다: {reason} 빠져나간 금액은 없습니다.',
    },
    bank_deposit_lapsed: {
      subject: '은행 이체가 종료되었습니다',
      text: '은행 이체 {order}을(를) 72시간 안에 확인하지 못해 종료했습니다. 빠져나간 금액은 없으며 다시 보내실 수 있습니다.',
    },
  },
  jp: {
    identity_verified: {
      subject: '本人確認が完了しました',
      text: 'BTBC に提出された書類が承認されました。出金・受け取り・売却ができます。写真と番号は 30 日後に削除されます。',
    },
    identity_rejected: {
      subject: '書類が承認されませんでした',
      text: 'BTBC に提出された書類は承認されませんでした：{reason} 修正して再提出してください。本物ではなく、サンプル書類をお使いください。',
    },
    identity_lapsed: {
      subject: '書類をもう一度ご提出ください',
      text: 'BTBC に提出された書類は 90 日以内に確認されなかったため、写真と番号を削除しました。サンプル書類をもう一度ご提出ください。すぐに提出できます。',
    },
    bank_deposit_credited: {
      subject: '銀行振込が入金されました',
      text: '銀行振込 {order} が承認され、{amount} USDT が P2P ウォレットに入りました。',
    },
    bank_deposit_rejected: {
      subject: '銀行振込は承認されませんでした',
      text: '銀行振込 {order} は承認されませんでした：{reason} 引き落としはありません。',
    },
    bank_deposit_lapsed: {
      subject: '銀行振込は終了しました',
      text: '銀行振込 {order} は 72 時間以内に確認されなかったため終了しました。引き落としはありません。もう一度お送りください。',
    },
  },
  hk: {
    identity_verified: {
      subject: '您的實名認證已通過',
      text: '您在 BTBC 提交的證件已通過審核，現在可以提現、領取和出售。相片與號碼將在 30 天後刪除。',
    },
    identity_rejected: {
      subject: '您的證件未獲接納',
      text: '您在 BTBC 提交的證件未獲接納：{reason} 請更正後重新提交，請使用樣本證件，切勿使用真實證件。',
    },
    identity_lapsed: {
      subject: '請重新提交您的證件',
      text: '您在 BTBC 提交的證件在 90 天內無人審核，照片與號碼已刪除。請重新提交示例證件，現在即可提交。',
    },
    bank_deposit_credited: {
      subject: '您的銀行轉帳已入帳',
      text: '您的銀行轉帳 {order} 已通過審核，{amount} USDT 已存入您的 P2P 錢包。',
    },
    bank_deposit_rejected: {
      subject: '您的銀行轉帳未通過審核',
      text: '您的銀行轉帳 {order} 未通過審核：{reason} 沒有扣款。',
    },
    bank_deposit_lapsed: {
      subject: '您的銀行轉帳已關閉',
      text: '您的銀行轉帳 {order} 在 72 小時內無人審核，已關閉。沒有扣款，您可以重新提交。',
    },
  },
  spa: {
    identity_verified: {
      subject: 'Tu identidad está verificada',
      text: 'El documento que enviaste a BTBC fue aceptado. Ya puedes retirar, cobrar y vender. Sus imágenes y su número se borran en 30 días.',
    },
    identity_rejected: {
      subject: 'Tu documento no fue aceptado',
      text: 'El documento que enviaste a BTBC no fue aceptado: {reason} Corrígelo y envíalo de nuevo, con un documento de muestra y nunca uno real.',
    },
    identity_lapsed: {
      subject: 'Envía tu documento de nuevo',
      text: 'Nadie revisó en 90 días el documento que enviaste a BTBC, así que se borraron sus fotos y su número. Envía de nuevo un documento de muestra; puedes hacerlo ya.',
    },
    bank_deposit_credited: {
      subject: 'Tu transferencia está abonada',
      text: 'Tu transferencia {order} fue aceptada: {amount} USDT están en tu cartera P2P.',
    },
    bank_deposit_rejected: {
      subject: 'Tu transferencia no fue aceptada',
      text: 'Tu transferencia {order} no fue aceptada: {reason} No se cobró nada.',
    },
    bank_deposit_lapsed: {
      subject: 'Tu transferencia se cerró',
      text: 'Nadie revisó tu transferencia {order} en 72 horas, así que se cerró. No se cobró nada; puedes enviarla de nuevo.',
    },
  },
  bx: {
    identity_verified: {
      subject: 'Sua identidade foi verificada',
      text: 'O documento que você enviou ao BTBC foi aceito. Sacar, resgatar e vender estão liberados. As imagens e o número serão apagados em 30 dias.',
    },
    identity_rejected: {
      subject: 'Seu documento não foi aceito',
      text: 'O documento que você enviou ao BTBC não foi aceito: {reason} Corrija e envie novamente, com um documento de amostra e nunca um real.',
    },
    identity_lapsed: {
      subject: 'Envie seu documento de novo',
      text: 'Ninguém analisou em 90 dias o documento que você enviou à BTBC, então as fotos e o número foram apagados. Envie de novo um documento de exemplo; já pode fazer isso.',
    },
    bank_deposit_credited: {
      subject: 'Sua transferência foi creditada',
      text: 'Sua transferência {order} foi aceita: {amount} USDT estão na sua carteira P2P.',
    },
    bank_deposit_rejected: {
      subject: 'Sua transferência não foi aceita',
      text: 'Sua transferência {order} não foi aceita: {reason} Nada foi cobrado.',
    },
    bank_deposit_lapsed: {
      subject: 'Sua transferência foi encerrada',
      text: 'Ninguém analisou sua transferência {order} em 72 horas, então ela foi encerrada. Nada foi cobrado; você pode enviá-la de novo.',
    },
  },
  ban: {
    identity_verified: {
      subject: 'আপনার পরিচয় যাচাই হয়েছে',
      text: 'BTBC-তে জমা দেওয়া আপনার নথি গ্রহণ করা হয়েছে। এখন উত্তোলন, সংগ্রহ ও বিক্রি করা যাবে। ছবি ও নম্বর 30 দিন পর মুছে ফেলা হবে।',
    },
    identity_rejected: {
      subject: 'আপনার নথি গ্রহণ করা হয়নি',
      text: 'BTBC-তে জমা দেওয়া আপনার নথি গ্রহণ করা হয়নি: {reason} ঠিক করে আবার জমা দিন, নমুনা নথি দিয়ে, আসল নথি কখনও নয়।',
    },
    identity_lapsed: {
      subject: 'আপনার নথি আবার জমা দিন',
      text: 'আপনি BTBC-এ যে নথি জমা দিয়েছিলেন ৯০ দিনে কেউ তা দেখেনি, তাই ছবি ও নম্বর মুছে ফেলা হয়েছে। একটি নমুনা নথি আবার জমা দিন; এখনই দিতে পারেন।',
    },
    bank_deposit_credited: {
      subject: 'আপনার ব্যাংক ট্রান্সফার জমা হয়েছে',
      text: 'আপনার ব্যাংক ট্রান্সফার {order} গৃহীত হয়েছে: {amount} USDT আপনার P2P ওয়ালেটে আছে।',
    },
    bank_deposit_rejected: {
      subject: 'আপনার ব্যাংক ট্রান্সফার গৃহীত হয়নি',
      text: 'আপনার ব্যাংক ট্রান্সফার {order} গৃহীত হয়নি: {reason} কিছুই কাটা হয়নি।',
    },
    bank_deposit_lapsed: {
      subject: 'আপনার ব্যাংক ট্রান্সফার বন্ধ হয়েছে',
      text: '৭২ ঘণ্টায় কেউ আপনার ব্যাংক ট্রান্সফার {order} দেখেনি, তাই সেটি বন্ধ হয়েছে। কিছুই কাটা হয়নি; আবার পাঠাতে পারেন।',
    },
  },
}
