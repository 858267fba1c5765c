import { encode } from 'uqr'
import { afterEach, describe, expect, it } from 'vitest'
import { createCodeReader } from './code-reader.ts'
import { cropSquare } from './crop-square.ts'

const { signal } = new AbortController()

afterEach(() => {
  Reflect.deleteProperty(window, 'BarcodeDetector')
})

type ImageOptions = {
  /** Pixels of one module. */
  readonly scale?: number
  /** Light on dark, as in a dark theme. */
  readonly inverted?: boolean
  /** Quarter turns. */
  readonly turns?: number
  /** The share of the code, from its upper left, that is covered. */
  readonly covered?: number
}

/** An image of a code as a camera produces it: grey around, lit from one side, and a little noisy. */
function createImage(
  text: string,
  { scale = 4, inverted = false, turns = 0, covered = 0 }: ImageOptions = {},
): ImageData {
  let { data: rows } = encode(text, { ecc: 'M', border: 4 })
  for (let turn = 0; turn < turns; turn += 1)
    rows = rows.map((_, y) => rows.map((row) => row[y] === true).reverse())
  const side = rows.length
  const margin = 40
  const width = side * scale + 2 * margin
  const data = new Uint8ClampedArray(width * width * 4)
  let seed = 7
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [column, line] = [x, y].map((at) => Math.floor((at - margin) / scale))
      const row = rows[line ?? -1]
      const isCovered = (column ?? 0) < side * covered && (line ?? 0) < side * covered
      const isDark = !isCovered && row?.[column ?? -1] === true
      const ink = row?.[column ?? -1] === undefined ? 128 : isDark !== inverted ? 40 : 215
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      const light = ink + (x / width) * 25 + (seed % 16)
      data.set([light, light, light, 255], (y * width + x) * 4)
    }
  }
  return { data, width, height: width, colorSpace: 'srgb' }
}

const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const solana = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const texts = [
  address,
  `ethereum:${token}@8453/transfer?address=${address}&uint256=12500000`,
  `solana:${solana}?amount=1.25&spl-token=${solana}&label=Tidewater%20Coffee&message=Two%20coffees`,
  `substrate:5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY:0x${'d4'.repeat(32)}:Ann \u{1F980}`,
]

describe('createCodeReader', () => {
  it.each(texts)('image of %s › decoded to its text', async (text) => {
    const read = await createCodeReader(window, signal)
    expect(await read(createImage(text))).toBe(text)
  })

  it.each<[string, ImageOptions]>([
    ['turned by a quarter', { turns: 1 }],
    ['upside down', { turns: 2 }],
    ['of a dark theme', { inverted: true }],
    ['far away', { scale: 3 }],
    ['with a corner of its edge covered', { covered: 0.05 }],
  ])('code that is %s › decoded', async (_, imageOptions) => {
    const read = await createCodeReader(window, signal)
    expect(await read(createImage(address, imageOptions))).toBe(address)
  })

  it.each<[string, ImageData]>([
    [
      'no code',
      {
        ...createImage(address),
        data: new Uint8ClampedArray(164 * 164 * 4).fill(200),
        width: 164,
        height: 164,
      },
    ],
    ['half of one', createImage(address, { covered: 0.6 })],
  ])('image with %s › undefined', async (_, image) => {
    const read = await createCodeReader(window, signal)
    expect(await read(image)).toBeUndefined()
  })

  it('video without a frame yet › undefined', async () => {
    const read = await createCodeReader(window, signal)
    expect(await read(document.createElement('video'))).toBeUndefined()
  })
})

describe("the browser's decoder", () => {
  type DetectorCase = [string, () => unknown]
  /** A BarcodeDetector as browsers have it, with these formats and this result. */
  const withDetector = (formats: () => unknown, detected: unknown) =>
    Object.defineProperty(window, 'BarcodeDetector', {
      configurable: true,
      value: class {
        static getSupportedFormats = async () => formats()
        detect = async () => detected
      },
    })

  it('supports QR codes › used', async () => {
    withDetector(() => ['ean_13', 'qr_code'], [{ rawValue: '' }, { rawValue: 'by the browser' }])
    const read = await createCodeReader(window, signal)
    expect(await read(createImage(address))).toBe('by the browser')
  })

  it.each<DetectorCase>([
    ['knows no QR codes', () => ['ean_13']],
    ['is there in name only', () => Promise.reject(new DOMException('no', 'NotSupportedError'))],
    ['answers something else', () => 'qr_code'],
  ])("browser's decoder %s › the bundled one is used", async (_, formats) => {
    withDetector(formats, [{ rawValue: 'by the browser' }])
    const read = await createCodeReader(window, signal)
    expect(await read(createImage(address))).toBe(address)
  })
})

describe('cropSquare', () => {
  it.each([
    [1280, 720, { left: 280, top: 0, side: 720, drawn: 640 }],
    [480, 640, { left: 0, top: 80, side: 480, drawn: 480 }],
    [0, 0, { left: 0, top: 0, side: 0, drawn: 0 }],
  ])('%i × %i pixels › the square in the middle', (width, height, square) => {
    expect(cropSquare(width, height)).toEqual(square)
  })
})
