import {
  addPicture as addPictureCall,
  listPictures as listPicturesCall,
} from '@btbc/contract/operator/picture.ts'
import type { Db } from '@btbc/database/database.ts'
import type { FastifyInstance } from 'fastify'

import type { RateLimits } from '#http/rate-limits.ts'
import type { ServeOperator } from '#modules/operator/index.ts'
import type { AddressOf } from '#network/caller-address.ts'

import { addPicture, drawPicture, findPicture, listPictures } from './pictures.ts'

const PER_PAGE = 12
const YEAR_S = 31_536_000

export function servePictureDesk(serve: ServeOperator): void {
  serve(listPicturesCall, ({ tx, request: { before, limit = PER_PAGE } }) =>
    listPictures(tx, { before, limit }),
  )
  serve(
    addPictureCall,
    async ({ request: { picture } }) => await drawPicture(picture),
    async ({ tx, prepared: picture, caller: { operatorId }, now, note }) => {
      const added = await addPicture(tx, { picture, operatorId, now })
      note('article picture', added)
      return added
    },
  )
}

/** For everybody, like the texts that have them; opened by itself it is a picture and nothing else. */
export function servePictures(
  app: FastifyInstance,
  { db, rateLimits, addressOf }: { db: Db; rateLimits: RateLimits; addressOf: AddressOf },
): void {
  app.get<{ Params: { rest: string } }>(
    '/media/picture-:rest',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const from = addressOf(request.raw)
      await rateLimits.check({ memberId: undefined, from, changes: false })
      const bytes = await findPicture(db, `picture-${request.params.rest}`)
      return await reply
        .headers({
          'cache-control': `public, max-age=${YEAR_S}, immutable`,
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
        })
        .type('image/jpeg')
        .send(bytes)
    },
  )
}
