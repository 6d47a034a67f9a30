/** The door of upload: what other rooms use of it. */

export {
  addUpload,
  deleteUploadsAt,
  openUpload,
  refuseTooMany,
  takeUpload,
  writePicture,
} from './upload.ts'
export { redrawPlain } from './picture.ts'
export type { UploadFiles } from './files.ts'
export { strokes } from './stamp.ts'
