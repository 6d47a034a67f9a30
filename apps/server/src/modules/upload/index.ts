/** The door of upload: what other rooms use of it. */

export { addUpload, openUpload, refuseTooMany, takeUpload, writePicture } from './upload.ts'
export { deleteUploadsAt, type KeptPictures } from './kept-pictures.ts'
export { redrawPlain } from './picture.ts'
export type { UploadFiles } from './files.ts'
export { strokes } from './stamp.ts'
