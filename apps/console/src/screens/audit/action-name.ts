import { LOOK } from '@btbc/contract/operator/look.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'

/** What operators do goes by the name of its call, and a look is no call. */
export function actionName(action: string): string {
  return action === LOOK ? say('audit.looked') : action
}
