import type { ImageType } from '../../ports/sources/images.ts'

/** A decoded pixel takes 4 bytes: 16 MiB for the largest image. */
const rasterLimits = { side: 4_096, pixels: 4_194_304 } as const

type Size = { readonly width: number; readonly height: number }
type Raster = Size & { readonly type: Exclude<ImageType, 'image/svg+xml'> }

const startsWith = (bytes: Uint8Array, signature: readonly number[], offset = 0): boolean =>
  signature.every((byte, index) => bytes[offset + index] === byte)
const ascii = (text: string): readonly number[] => [...text].map((letter) => letter.charCodeAt(0))

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, ...ascii('IHDR')]

/** PNG (ISO 15948): IHDR is the first chunk and determines the size. */
function pngSize(view: DataView): Size | undefined {
  return view.byteLength < 33 ? undefined : { width: view.getUint32(16), height: view.getUint32(20) }
}

const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** JPEG (ITU T.81): segments up to the frame header. A height of 0 would follow later (DNL). */
function jpegSize(view: DataView): Size | undefined {
  let at = 2
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    // Markers without a segment, image data and its end: none of them precedes the frame header.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda)) return undefined
    if (isFrameHeader(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

const colourTableBytes = (packed: number): number => (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0)

/** End of a list of sub-blocks, each preceded by its length; the last is empty. */
function afterSubBlocks(view: DataView, start: number): number {
  let at = start
  while (at < view.byteLength) {
    const length = view.getUint8(at)
    at += 1 + length
    if (length === 0) break
  }
  return at
}

/** GIF89a: the logical screen and every frame, because browsers enlarge the screen to a frame that exceeds it. */
function gifSize(view: DataView): Size | undefined {
  if (view.byteLength < 13) return undefined
  let [width, height] = [view.getUint16(6, true), view.getUint16(8, true)]
  let at = 13 + colourTableBytes(view.getUint8(10))
  let frames = 0
  while (at + 10 <= view.byteLength) {
    const block = view.getUint8(at)
    if (block === 0x21) at = afterSubBlocks(view, at + 2)
    else if (block === 0x2c) {
      frames += 1
      width = Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true))
      height = Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true))
      at = afterSubBlocks(view, at + 11 + colourTableBytes(view.getUint8(at + 9)))
    } else break
  }
  return frames === 0 ? undefined : { width, height }
}

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)

/** WebP (RFC 9649): the canvas of the extended format, else the size in the lossy or lossless bitstream. */
function webpSize(bytes: Uint8Array, view: DataView): Size | undefined {
  if (view.byteLength < 30) return undefined
  if (startsWith(bytes, ascii('VP8X'), 12))
    return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
  if (startsWith(bytes, ascii('VP8 '), 12) && startsWith(bytes, [0x9d, 0x01, 0x2a], 23))
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (startsWith(bytes, ascii('VP8L'), 12) && bytes[20] === 0x2f) {
    const sizes = view.getUint32(21, true)
    return { width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 }
  }
  return undefined
}

function readRaster(bytes: Uint8Array): Raster | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const withType = (type: Raster['type'], size: Size | undefined) => size && { type, ...size }
  if (startsWith(bytes, pngSignature)) return withType('image/png', pngSize(view))
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return withType('image/jpeg', jpegSize(view))
  if (startsWith(bytes, ascii('GIF87a')) || startsWith(bytes, ascii('GIF89a')))
    return withType('image/gif', gifSize(view))
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8))
    return withType('image/webp', webpSize(bytes, view))
  return undefined
}

/**
 * The type of an image by its magic bytes, or why it is rejected. Sizes are those that a decoder allocates memory for. AVIF
 * is rejected: the size in its container does not bind the AV1 stream inside it.
 */
export function checkRaster(
  bytes: Uint8Array,
): { readonly type: Raster['type'] } | { readonly refused: string } {
  const raster = readRaster(bytes)
  if (raster === undefined) return { refused: 'not a PNG, JPEG, GIF or WebP picture' }
  const { type, width, height } = raster
  if (width === 0 || height === 0) return { refused: 'a picture without width or height' }
  const isLarge = Math.max(width, height) > rasterLimits.side || width * height > rasterLimits.pixels
  return isLarge ? { refused: `${width} × ${height} pixels` } : { type }
}
