import { crc32, deflateSync } from 'node:zlib'

/** Pictures taken apart and put together wrongly, byte by byte. */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function pngChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(type, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])))
  return Buffer.concat([head, data, sum])
}

/** A PNG of one colour and one bit a dot: a few kilobytes for millions of dots. */
export function flatPng(
  width: number,
  height: number,
  { rows = height, chunks = [] }: { rows?: number; chunks?: readonly Buffer[] } = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const dots = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows), { level: 9 })
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', dots),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The same PNG with chunks put in behind its header. */
export function withChunks(png: Buffer, chunks: readonly Buffer[]): Buffer {
  const behind = SIGNATURE.length + 25
  return Buffer.concat([png.subarray(0, behind), ...chunks, png.subarray(behind)])
}

/** A text chunk that unpacks to so many bytes. */
export function textBomb(type: 'zTXt' | 'iTXt' | 'iCCP', bytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(bytes, 0x41), { level: 9 })
  const head = type === 'iTXt' ? 'Comment\0\u0001\0\0\0' : 'Comment\0\0'
  return pngChunk(type, Buffer.concat([Buffer.from(head, 'latin1'), packed]))
}

/** The same JPEG with a segment put in at its start. */
export function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

/** The same JPEG, which now says that it is this large. */
export function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg)
  for (let at = 2; at + 9 < copy.length && copy[at] === 0xff;) {
    const marker = copy[at + 1] ?? 0
    if (marker === 0xc0 || marker === 0xc2) {
      copy.writeUInt16BE(height, at + 5)
      copy.writeUInt16BE(width, at + 7)
      return copy
    }
    at += 2 + copy.readUInt16BE(at + 2)
  }
  throw new Error('this JPEG has no size')
}

/** A lossless WebP header that promises this many dots and brings none. */
export function webpPromise(width: number, height: number): Buffer {
  const body = Buffer.alloc(64)
  body[0] = 0x2f
  body.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  return riff(Buffer.concat([Buffer.from('VP8L'), lengthOf(body), body]))
}

/** The file type box that some kinds begin with. */
export function isoFile(brand: string): Buffer {
  const box = Buffer.concat([
    Buffer.from('ftyp'),
    Buffer.from(brand),
    Buffer.alloc(4),
    Buffer.from(`mif1${brand}`),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(box.length + 4)
  return Buffer.concat([size, box, Buffer.alloc(256)])
}

function riff(content: Buffer): Buffer {
  const inner = Buffer.concat([Buffer.from('WEBP'), content])
  return Buffer.concat([Buffer.from('RIFF'), lengthOf(inner), inner])
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return length
}
