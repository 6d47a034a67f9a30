import type { Language } from '@btbc/contract/wire.ts'

/** What a mail about a new key says it can do. */

const texts: Record<Language, { read: string; trade: string; withdraw: string; only: string }> = {
  en: {
    read: 'read your orders and balances',
    trade: 'place and cancel orders',
    withdraw: 'withdraw to the saved addresses chosen for it',
    only: 'only from {addresses}',
  },
  zh: {
    read: '读取您的订单和余额',
    trade: '下单和撤单',
    withdraw: '提现到为其选择的已保存地址',
    only: '仅限来自 {addresses}',
  },
  hk: {
    read: '讀取您的訂單及結餘',
    trade: '下單及撤單',
    withdraw: '提現到為其選擇的已儲存地址',
    only: '僅限來自 {addresses}',
  },
  jp: {
    read: '注文と残高の確認',
    trade: '注文と取消',
    withdraw: '選んだ保存済みアドレスへの出金',
    only: '{addresses} からのみ',
  },
  kr: {
    read: '주문과 잔액 조회',
    trade: '주문과 취소',
    withdraw: '선택한 저장된 주소로 출금',
    only: '{addresses}에서만',
  },
  spa: {
    read: 'leer tus órdenes y saldos',
    trade: 'crear y cancelar órdenes',
    withdraw: 'retirar a las direcciones guardadas elegidas para ella',
    only: 'solo desde {addresses}',
  },
  bx: {
    read: 'ler suas ordens e saldos',
    trade: 'criar e cancelar ordens',
    withdraw: 'sacar para os endereços salvos escolhidos para ela',
    only: 'somente de {addresses}',
  },
  ban: {
    read: 'আপনার অর্ডার ও ব্যালেন্স পড়া',
    trade: 'অর্ডার দেওয়া ও বাতিল করা',
    withdraw: 'বেছে নেওয়া সংরক্ষিত ঠিকানায় উত্তোলন',
    only: 'শুধু {addresses} থেকে',
  },
}

export function keyTexts(
  language: Language,
  key: { mayTrade: boolean; mayWithdraw: boolean; addresses: readonly string[] },
): string {
  const { read, trade, withdraw, only } = texts[language]
  const parts = [
    read,
    ...(key.mayTrade ? [trade] : []),
    ...(key.mayWithdraw ? [withdraw] : []),
    ...(key.addresses.length > 0 ? [only.replace('{addresses}', key.addresses.join(', '))] : []),
  ]
  return parts.join('; ')
}
