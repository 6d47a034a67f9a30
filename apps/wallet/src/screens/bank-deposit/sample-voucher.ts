import { drawnAt, drawSample } from '#upload/draw-sample.ts'

/** A voucher that nobody can take for a real one, drawn in the browser. */
export async function drawVoucher(facts: { card: string; amount: string }): Promise<Blob> {
  return await drawSample([
    'TEST BANK',
    'Transfer voucher (sample)',
    `Amount: ${facts.amount === '' ? '?' : facts.amount}`,
    `From: •••• ${facts.card.trim().slice(-4)}`,
    drawnAt(),
  ])
}
