import type { Deal } from '#deals/deal-words.ts'
import { drawnAt, drawSample } from '#upload/draw-sample.ts'

/** A payment that was never made, so that nobody needs a real screenshot. */
export async function drawReceipt(deal: Deal): Promise<Blob> {
  return await drawSample([
    'TEST PAYMENT',
    `Deal ${deal.id} (sample)`,
    `Amount: ${deal.deal_money} ${deal.fiat}`,
    `To: ${deal.payee?.account ?? deal.seller_name}`,
    drawnAt(),
  ])
}
