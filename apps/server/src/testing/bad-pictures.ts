import { gzipSync } from 'node:zlib'

import type { RefusalCode } from '@btbc/contract/refusals.ts'
import { UPLOAD_BYTES_MAX } from '@btbc/contract/upload.ts'
import sharp from 'sharp'

import {
  flatPng,
  isoFile,
  pngChunk,
  textBomb,
  webpPromise,
  withChunks,
  withJpegSize,
  withSegment,
} from './picture-bytes.ts'

/** Files that strangers send: what each is, and what must become of it. */
export type BadPicture = {
  name: string
  bytes: Buffer
  outcome: 'accepted' | RefusalCode
  filename?: string
  type?: string
}

/** Stands in every payload; nothing that is kept may contain it. */
export const MARK = 'PAYLOAD-7f3a'
const SCRIPT = `<script>/*${MARK}*/alert(1)</script>`
const ZIP = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.from(MARK.repeat(20))])

type Plain = { jpeg: Buffer; png: Buffer; webp: Buffer }

export async function badPictures(): Promise<BadPicture[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const source = () =>
    sharp({ create: { width: 400, height: 300, channels: 3, background: '#000', noise } })
  const plain = {
    jpeg: await source().jpeg({ quality: 60 }).toBuffer(),
    png: await source().png().toBuffer(),
    webp: await source().webp({ quality: 60 }).toBuffer(),
  }
  return [
    ...drawings(),
    ...pages(),
    ...otherKinds(),
    ...polyglots(plain),
    ...(await metadata(plain)),
    ...bombs(plain),
    ...broken(plain),
    ...(await unusual(plain)),
    ...sizes(plain),
    ...names(plain),
  ]
}

/** SVG in twelve forms: it is text that runs, whatever it calls itself. */
function drawings(): BadPicture[] {
  const root = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90">`
  const plain = `${root}${SCRIPT}<rect width="90" height="90"/></svg>`
  const forms: Record<string, string | Buffer> = {
    plain,
    'with a declaration': `<?xml version="1.0"?>${plain}`,
    'with a byte order mark': `\u{FEFF}${plain}`,
    'with an entity': `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${root}&x;</svg>`,
    'with billions of entities': `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(99)}"><!ENTITY b "${'&a;'.repeat(99)}"><!ENTITY c "${'&b;'.repeat(99)}">]>${root}<text>${'&c;'.repeat(99)}</text></svg>`,
    'behind spaces': `${' \n'.repeat(500)}${plain}`,
    'behind a comment': `<!-- ${'x'.repeat(1000)} -->${plain}`,
    'in UTF-16': Buffer.from(`\u{FEFF}${plain}`, 'utf16le'),
    packed: gzipSync(plain),
    'with a page inside': `${root}<foreignObject><body onload="alert(1)"/></foreignObject></svg>`,
    'with a style sheet': `<?xml-stylesheet href="javascript:alert(1)"?>${plain}`,
    'with a picture from elsewhere': `${root}<image href="http://169.254.169.254/"/></svg>`,
  }
  return Object.entries(forms).flatMap(([form, bytes]) => [
    refused(`SVG ${form}`, bytes, 'upload_type', { filename: 'a.svg', type: 'image/svg+xml' }),
    refused(`SVG ${form}, called JPEG`, bytes, 'upload_type'),
  ])
}

function pages(): BadPicture[] {
  const texts: Record<string, string> = {
    HTML: `<!doctype html><body>${SCRIPT}`,
    PHP: `<?php system($_GET['c']); // ${MARK}`,
    JavaScript: `alert('${MARK}')`,
    'a shell script': `#!/bin/sh\necho ${MARK}`,
    XML: `<?xml version="1.0"?><a>${MARK}</a>`,
    JSON: `{"a":"${MARK}"}`,
    text: MARK,
    'a link': '[InternetShortcut]\nURL=http://example.test',
  }
  return Object.entries(texts).flatMap(([kind, text]) => [
    refused(`${kind}, called JPEG`, text, 'upload_type'),
    refused(`${kind}, called PNG`, text, 'upload_type', { filename: 'a.png', type: 'image/png' }),
  ])
}

/** Real kinds of files that are not on the list, by their own first bytes. */
function otherKinds(): BadPicture[] {
  const latin1 = (text: string) => Buffer.from(text.padEnd(300, '\0'), 'latin1')
  const animated = flatPng(64, 64, {
    chunks: [pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))],
  })
  const kinds: Record<string, Buffer> = {
    GIF: latin1('GIF89a\u0010\0\u0010\0'),
    GIFAR: Buffer.concat([latin1('GIF89a\u0010\0\u0010\0'), ZIP]),
    'a GIF that is JavaScript': latin1(`GIF89a=1;alert('${MARK}')`),
    HEIC: isoFile('heic'),
    AVIF: isoFile('avif'),
    MP4: isoFile('isom'),
    APNG: animated,
    TIFF: latin1('II*\0\b\0\0\0'),
    BMP: latin1('BM\u009a\0\0\0\0\0\0\0\u0036\0\0\0\u0028'),
    ICO: latin1('\0\0\u0001\0\u0001\0\u0010\u0010'),
    PSD: latin1('8BPS\0\u0001'),
    PDF: latin1(`%PDF-1.7 ${MARK}`),
    'JPEG XL': latin1('\u00ff\n\u00fa\u001f'),
    'JPEG 2000': latin1('\0\0\0\fjP  \r\n\u0087\nftypjp2 '),
    ZIP,
    gzip: gzipSync(MARK),
    'a Windows program': latin1('MZ\u0090\0'),
    'a Linux program': latin1('\u007fELF\u0002\u0001'),
    WASM: latin1('\0asm\u0001\0\0\0'),
    RIFF: latin1('RIFF\u0010\0\0\0WAVEfmt '),
  }
  return Object.entries(kinds).map(([kind, bytes]) => refused(kind, bytes, 'upload_type'))
}

/** A good picture with something else in it: taken, and the something else is gone. */
function polyglots({ jpeg, png, webp }: Plain): BadPicture[] {
  const files: Record<string, Buffer> = {
    'JPEG and ZIP': Buffer.concat([jpeg, ZIP]),
    'PNG and ZIP': Buffer.concat([png, ZIP]),
    'WebP and ZIP': Buffer.concat([webp, ZIP]),
    'JPEG and HTML': Buffer.concat([jpeg, Buffer.from(SCRIPT)]),
    'PNG and HTML': Buffer.concat([png, Buffer.from(SCRIPT)]),
    'WebP and JavaScript': Buffer.concat([webp, Buffer.from(`*/alert('${MARK}')`)]),
    'JPEG and PHP': Buffer.concat([jpeg, Buffer.from(`<?php echo '${MARK}';`)]),
    'JPEG whose comment is HTML': withSegment(jpeg, 0xfe, Buffer.from(SCRIPT)),
    'JPEG whose comment is JavaScript': withSegment(
      jpeg,
      0xfe,
      Buffer.from(`*/=alert('${MARK}')/*`),
    ),
    'JPEG with a foreign segment': withSegment(jpeg, 0xec, Buffer.from(SCRIPT)),
    'PNG whose text is PHP': withChunks(png, [
      pngChunk('tEXt', Buffer.from(`Comment\0<?php echo '${MARK}';`, 'latin1')),
    ]),
    'PNG with a chunk of its own': withChunks(png, [pngChunk('haXx', Buffer.from(SCRIPT))]),
  }
  return Object.entries(files).map(([name, bytes]) => taken(name, bytes))
}

async function metadata({ jpeg, png, webp }: Plain): Promise<BadPicture[]> {
  const exif = {
    IFD0: { Copyright: MARK, ImageDescription: SCRIPT, Software: "'; drop table upload; --" },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSLongitude: '0/1 7/1 0/1' },
  }
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${MARK}</a></x:xmpmeta>`
  const xmp = Buffer.from(`http://ns.adobe.com/xap/1.0/\0${packet}`, 'latin1')
  return [
    taken('JPEG with a place and a script', await sharp(jpeg).withExif(exif).toBuffer()),
    taken('PNG with a place and a script', await sharp(png).withExif(exif).toBuffer()),
    taken('WebP with a place and a script', await sharp(webp).withExif(exif).toBuffer()),
    taken('JPEG with XMP', withSegment(jpeg, 0xe1, xmp)),
    taken('JPEG with a colour profile', await sharp(jpeg).withIccProfile('p3').toBuffer()),
    taken('JPEG with IPTC', withSegment(jpeg, 0xed, Buffer.from(`Photoshop 3.0\0${MARK}`))),
    taken('JPEG whose EXIF is nonsense', withSegment(jpeg, 0xe1, Buffer.from(`Exif\0\0${MARK}`))),
  ]
}

function bombs({ jpeg, png }: Plain): BadPicture[] {
  const unreadable = (name: string, bytes: Buffer) => refused(name, bytes, 'upload_unreadable')
  return [
    unreadable('PNG of 100 million dots in 13 kB', flatPng(10_000, 10_000)),
    unreadable('PNG of 400 million dots', flatPng(20_000, 20_000)),
    unreadable('PNG that promises 65,500 by 65,500', flatPng(65_500, 65_500, { rows: 1 })),
    unreadable(
      'PNG that promises two billion a side',
      flatPng(2 ** 31 - 1, 2 ** 31 - 1, { rows: 1 }),
    ),
    unreadable('PNG without a dot', flatPng(0, 0)),
    unreadable('PNG of one dot', flatPng(1, 1)),
    unreadable('PNG of 1 by 65,500', flatPng(1, 65_500)),
    unreadable('PNG a little over the limit', flatPng(6400, 6300)),
    taken('PNG a little under the limit', flatPng(6300, 6300)),
    taken('PNG long and thin', flatPng(64, 60_000)),
    unreadable('JPEG that promises 65,500 by 65,500', withJpegSize(jpeg, 65_500, 65_500)),
    taken('JPEG that promises more than it has', withJpegSize(jpeg, 6000, 6000)),
    unreadable('WebP that promises 16,383 by 16,383', webpPromise(16_383, 16_383)),
    unreadable('WebP that promises and brings nothing', webpPromise(900, 900)),
    taken('PNG with a text of 100 MB', withChunks(png, [textBomb('zTXt', 100 * 2 ** 20)])),
    taken('PNG with a wide text of 50 MB', withChunks(png, [textBomb('iTXt', 50 * 2 ** 20)])),
    taken('PNG with a profile of 50 MB', withChunks(png, [textBomb('iCCP', 50 * 2 ** 20)])),
    taken(
      'PNG with 2,000 texts',
      withChunks(
        png,
        Array.from({ length: 2000 }, () =>
          pngChunk('tEXt', Buffer.from(`Comment\0${MARK}`, 'latin1')),
        ),
      ),
    ),
  ]
}

function broken({ jpeg, png, webp }: Plain): BadPicture[] {
  const cut = (bytes: Buffer, part: number) => bytes.subarray(0, Math.floor(bytes.length * part))
  const body = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 40), Buffer.alloc(4000, 0x55)])
  const unreadable = (name: string, bytes: Buffer) => refused(name, bytes, 'upload_unreadable')
  return [
    ...[0.1, 0.5, 0.9].map((part) => unreadable(`JPEG cut at ${part}`, cut(jpeg, part))),
    ...[0.1, 0.5, 0.9].map((part) => unreadable(`PNG cut at ${part}`, cut(png, part))),
    ...[0.1, 0.5, 0.9].map((part) => unreadable(`WebP cut at ${part}`, cut(webp, part))),
    unreadable('JPEG of four bytes', jpeg.subarray(0, 4)),
    unreadable('JPEG with nonsense inside', body(jpeg)),
    unreadable('PNG with nonsense inside', body(png)),
    unreadable('WebP with nonsense inside', body(webp)),
    unreadable('JPEG signature before a PNG', Buffer.concat([jpeg.subarray(0, 3), png])),
    unreadable(
      'JPEG signature before SVG',
      Buffer.concat([
        jpeg.subarray(0, 3),
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      ]),
    ),
    refused('a PNG signature and nothing else', png.subarray(0, 8), 'upload_type'),
    refused('a byte', Buffer.from([0xff]), 'upload_type'),
    refused('zeros', Buffer.alloc(5000), 'upload_type'),
  ]
}

/** Rare but good. */
async function unusual({ jpeg, png }: Plain): Promise<BadPicture[]> {
  const input = sharp(jpeg)
  const frames = Buffer.concat([Buffer.alloc(64 * 64 * 3, 9), Buffer.alloc(64 * 64 * 3, 99)])
  const moving = sharp(frames, { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } })
  return [
    taken('JPEG in CMYK', await input.clone().toColourspace('cmyk').jpeg().toBuffer()),
    taken('JPEG in grey', await input.clone().grayscale().jpeg().toBuffer()),
    taken('JPEG that builds up', await input.clone().jpeg({ progressive: true }).toBuffer()),
    taken(
      'JPEG lying on its side',
      await input.clone().withMetadata({ orientation: 6 }).toBuffer(),
    ),
    taken('PNG with 16 bits a colour', await input.clone().toColourspace('rgb16').png().toBuffer()),
    taken('PNG with a palette', await input.clone().png({ palette: true }).toBuffer()),
    taken('PNG that builds up', await input.clone().png({ progressive: true }).toBuffer()),
    taken('PNG one can see through', await sharp(png).ensureAlpha(0.3).png().toBuffer()),
    taken('WebP without loss', await input.clone().webp({ lossless: true }).toBuffer()),
    taken('WebP that moves', await moving.webp({ loop: 0 }).toBuffer()),
  ]
}

function sizes({ jpeg }: Plain): BadPicture[] {
  const padded = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
  return [
    refused('nothing', '', 'upload_form'),
    taken('JPEG of exactly the limit', padded(UPLOAD_BYTES_MAX)),
    refused('a byte too many', padded(UPLOAD_BYTES_MAX + 1), 'upload_too_large'),
    refused('20 MB and a byte', padded(20 * 2 ** 20 + 1), 'upload_too_large'),
  ]
}

/** Good pictures with names that want something. Nobody asks for the name. */
function names({ jpeg, png }: Plain): BadPicture[] {
  const wanted = [
    'a.php.jpg',
    'a.jpg.php',
    'a.jpg;.php',
    '../../../../etc/passwd',
    String.raw`..\..\windows\win.ini`,
    '/etc/cron.d/x',
    '.htaccess',
    'con',
    '\u202Egpj.exe',
    'x'.repeat(3000),
    '😀.jpg',
    `<img src=x onerror=alert('${MARK}')>.jpg`,
    `'; drop table upload; --.jpg`,
    '%00.jpg',
    'a\u0001\u007f.jpg',
    ' ',
  ]
  return [
    ...wanted.map((filename) =>
      taken(`a JPEG named ${JSON.stringify(filename.slice(0, 40))}`, jpeg, { filename }),
    ),
    taken('a PNG that calls itself JPEG', png),
    taken('a JPEG that calls itself HTML', jpeg, { filename: 'a.html', type: 'text/html' }),
    taken('a JPEG that calls itself SVG', jpeg, { filename: 'a.svg', type: 'image/svg+xml' }),
    taken('a JPEG of no type', jpeg, { type: 'application/octet-stream' }),
  ]
}

type Dress = { filename?: string; type?: string }

function taken(name: string, bytes: Buffer, dress: Dress = {}): BadPicture {
  return { name, bytes, outcome: 'accepted', ...dress }
}

function refused(
  name: string,
  bytes: Buffer | string,
  outcome: RefusalCode,
  dress: Dress = {},
): BadPicture {
  return { name, bytes: Buffer.from(bytes), outcome, ...dress }
}
