import {
  drawSampleDocument as drawSampleDocumentCall,
  readIdentity,
  submitIdentity as submitIdentityCall,
} from '@btbc/contract/identity.ts'
import type { Db } from '@btbc/database/database.ts'

import type { Serve } from '#http/serve.ts'
import { type UploadFiles, addUpload, refuseTooMany, writePicture } from '#modules/upload/index.ts'

import { readReview, refuseKnown, submitIdentity } from './identity.ts'
import { drawSampleDocument } from './sample.ts'

export function serveIdentity(serve: Serve, files: UploadFiles): void {
  serve(submitIdentityCall, ({ tx, request, caller: { memberId }, now }) =>
    submitIdentity(tx, { memberId, request, now }),
  )
  serve(readIdentity, ({ tx, caller: { memberId }, language }) =>
    readReview(tx, { memberId, language }),
  )
  serve(
    drawSampleDocumentCall,
    async ({ db, caller: { memberId }, random, wallNow }) => {
      await refuseKnown(db, memberId)
      await refuseTooMany(db, { memberId, wallNow })
      return await writeSample(db, { memberId, files, random })
    },
    async ({ tx, prepared, caller: { memberId }, random, now, wallNow }) => {
      const upload = { memberId, purpose: 'identity', random, now, wallNow } as const
      return {
        name: prepared.name,
        card_id: prepared.cardId,
        front_pic: await addUpload(tx, { ...upload, picture: prepared.front }),
        reverse_pic: await addUpload(tx, { ...upload, picture: prepared.reverse }),
      }
    },
  )
}

async function writeSample(
  db: Db,
  parts: { memberId: number; files: UploadFiles; random: (bytes: number) => Buffer },
) {
  const { memberId, files, random } = parts
  const { name, cardId, ...drawn } = await drawSampleDocument(random)
  const front = await writePicture(db, { memberId, sent: drawn.front, files, random })
  const reverse = await writePicture(db, { memberId, sent: drawn.reverse, files, random })
  return { name, cardId, front, reverse }
}
