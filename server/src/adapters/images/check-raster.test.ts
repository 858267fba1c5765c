import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sampleImages } from '../pictures/testing/pictures.ts'
import { checkRaster } from './check-raster.ts'

const rejectionOf = (bytes: Uint8Array) => {
  const result = checkRaster(bytes)
  return 'refused' in result ? result.refused : result.type
}

/** A copy with other bytes from an offset on. */
const patched = (bytes: Uint8Array, at: number, values: readonly number[]) => {
  const copy = new Uint8Array(bytes)
  copy.set(values, at)
  return copy
}

const jpegFrameAt = Buffer.from(sampleImages.jpeg).indexOf(Buffer.from([0xff, 0xc0])) + 5

describe('raster check', () => {
  it.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['progressive', 'image/jpeg'],
    ['gif', 'image/gif'],
    ['gif2', 'image/gif'],
    ['lossy', 'image/webp'],
    ['lossless', 'image/webp'],
    ['extended', 'image/webp'],
  ] as const)('%s › %s', (name, type) => expect(rejectionOf(sampleImages[name])).toBe(type))

  it('bundled WebP images › accepted', () => {
    const folder = 'widget-app/public/wallets'
    const files = readdirSync(folder).filter((file) => file.endsWith('.webp'))
    expect(files.length).toBeGreaterThan(5)
    for (const file of files) expect(rejectionOf(readFileSync(`${folder}/${file}`))).toBe('image/webp')
  })

  it.each([
    ['PNG', patched(sampleImages.png, 16, [0, 0, 0x10, 0x01]), '4097 × 2 pixels'],
    ['PNG of 2^31', patched(sampleImages.png, 20, [0x7f, 0xff, 0xff, 0xff]), '3 × 2147483647 pixels'],
    ['PNG of 4096 × 4096', patched(sampleImages.png, 16, [0, 0, 16, 0, 0, 0, 16, 0]), '4096 × 4096 pixels'],
    ['JPEG', patched(sampleImages.jpeg, jpegFrameAt, [0xff, 0xff, 0xff, 0xff]), '65535 × 65535 pixels'],
    ['GIF screen', patched(sampleImages.gif, 6, [0xff, 0xff, 1, 0]), '65535 × 2 pixels'],
    ['GIF frame', patched(sampleImages.gif, 30, [0xff, 0xff, 0xff, 0xff]), '65535 × 65535 pixels'],
    ['lossy WebP', patched(sampleImages.lossy, 26, [0xff, 0x3f]), '16383 × 2 pixels'],
    ['lossless WebP', patched(sampleImages.lossless, 21, [0xff, 0xff, 0xff]), /^16384 × \d+ pixels$/],
    ['extended WebP', patched(sampleImages.extended, 24, [0xff, 0xff, 0xff]), '16777216 × 2 pixels'],
  ])('%s that is too large › rejected by its declared size', (_, bytes, reason) => {
    if (typeof reason === 'string') expect(rejectionOf(bytes)).toBe(reason)
    else expect(rejectionOf(bytes)).toMatch(reason)
  })

  it('second GIF frame exceeds the screen › rejected', () => {
    const at = Buffer.from(sampleImages.gif2).lastIndexOf(Buffer.from([0x2c, 0, 0, 0, 0, 3, 0, 2, 0]))
    expect(at).toBeGreaterThan(40)
    expect(rejectionOf(patched(sampleImages.gif2, at + 1, [0xff, 0xff]))).toBe('65538 × 2 pixels')
  })

  it.each([
    ['PNG', patched(sampleImages.png, 16, [0, 0, 0, 0])],
    ['JPEG whose height follows later', patched(sampleImages.jpeg, jpegFrameAt, [0, 0])],
    ['WebP', patched(sampleImages.lossy, 26, [0, 0])],
  ])('%s without a size › rejected', (_, bytes) =>
    expect(rejectionOf(bytes)).toBe('a picture without width or height'),
  )

  it.each([
    ['nothing', ''],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['text', 'hello'],
    ['a script', '#!/bin/sh'],
    ['PDF', '%PDF-1.7'],
    ['AVIF', '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'],
    ['BMP', `BM${'\0'.repeat(60)}`],
    ['ICO', `\0\0\x01\0\x01\0${'\0'.repeat(60)}`],
    ['TIFF', 'II*\0'],
    ['HTML behind a GIF signature', 'GIF89a<script>alert(1)</script>'],
    ['HTML behind a JPEG signature', '\xff\xd8\xff<script>alert(1)</script>'],
    ['another RIFF file', 'RIFF\x24\0\0\0WAVEfmt 0123456789abcdef'],
    ['WebP of an unknown chunk', 'RIFF\x24\0\0\0WEBPVP9 0123456789abcdef'],
    ['PNG without IHDR first', '\x89PNG\r\n\x1a\n\0\0\0\x0dIDAT0123456789abcdef'],
  ])('%s › not an image', (_, text) =>
    expect(rejectionOf(Buffer.from(text, 'latin1'))).toBe('not a PNG, JPEG, GIF or WebP picture'),
  )

  it('every prefix of an image › rejected or same type, never throws', () => {
    for (const bytes of Object.values(sampleImages))
      for (let length = 0; length < bytes.length; length += 1)
        expect([rejectionOf(bytes), 'not a PNG, JPEG, GIF or WebP picture']).toContain(
          rejectionOf(bytes.subarray(0, length)),
        )
  })

  it('every changed byte of a header › never throws', () => {
    for (const bytes of Object.values(sampleImages))
      for (let at = 0; at < bytes.length; at += 1)
        for (const value of [0, 0x7f, 0xff])
          expect(rejectionOf(patched(bytes, at, [value]))).toBeTypeOf('string')
  })
})
