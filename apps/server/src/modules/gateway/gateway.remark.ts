import { say } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'

/** What is special about a deposit. `exact` needs no word. */
export type GatewayRemark =
  | 'exact'
  | 'partial'
  | 'over'
  | 'late'
  | 'expired'
  | 'cancelled'
  | 'failed'

/** In the member's words; `short` is paid and waits for the treasury. */
export function remarkText(
  remark: GatewayRemark | 'short' | null,
  language: Language,
  facts: { asked: string; received: string },
): string {
  if (remark === null || remark === 'exact') return ''
  return say(language, 'remarks', `gateway_${remark}`, facts)
}
