import { defineModule } from '#module.ts'

import { serveBotApi } from './bot-api.routes.ts'
import { startBotSockets } from './sockets.ts'

export const botApiModule = defineModule({
  async routes(app, parts) {
    const { config } = parts
    const bots = serveBotApi(app, { ...parts, chain: parts.chain, rateLimits: config.rateLimits })
    const sockets = startBotSockets({ ...bots, ...parts })
    app.addHook('preClose', () => sockets.stop())
  },
})
