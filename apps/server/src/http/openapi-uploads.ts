import { uploadPath, uploadPurposes, uploadRefusals } from '@btbc/contract/upload.ts'

import {
  answerContent,
  BUG,
  describeRefusals,
  type Json,
  refusalContent,
} from './openapi-answers.ts'

/** Pictures: the one form that is not JSON, and the one answer whose status says what became of it. */
export function uploadPaths(): Json {
  const security = [{ token: [] }]
  return {
    [`/api${uploadPath}`]: {
      post: {
        operationId: 'upload',
        tags: ['upload'],
        summary: 'Send a picture (JPEG, PNG or WebP); the answer is the id that other calls take',
        security,
        requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
        responses: {
          200: {
            description: describeRefusals(sending),
            content: answerContent({ type: 'string' }, sending),
          },
          500: BUG,
        },
      },
    },
    [`/api${uploadPath}/{id}`]: {
      get: {
        operationId: 'readUpload',
        tags: ['upload'],
        summary: 'A picture, for the member who sent it',
        security,
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: { description: 'The picture.', content: { 'image/jpeg': {} } },
          401: refused('Nobody is logged in.'),
          404: {
            description: describeRefusals(['upload_not_found']),
            content: refusalContent(['upload_not_found']),
          },
          429: refused('Too many calls.'),
          500: BUG,
          503: refused('The house does not answer just now.'),
        },
      },
    },
  }
}

const form = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' }, purpose: { enum: uploadPurposes } },
}

const sending = uploadRefusals.filter((code) => code !== 'upload_not_found')

function refused(description: string): Json {
  return { description, content: refusalContent([]) }
}
