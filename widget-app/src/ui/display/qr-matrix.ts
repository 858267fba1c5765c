import { encode } from 'uqr'

/** Quiet zone around the code, without which cameras do not detect it (ISO/IEC 18004). */
export const quietModules = 4

/** A code of dark and light modules; `size` modules along each side, without the quiet zone. */
export type QrMatrix = { readonly size: number; readonly rows: readonly (readonly boolean[])[] }

/** Encodes a text: level M, which tolerates 15 % damage, or a higher one if that needs no larger size. */
export function qrMatrix(text: string): QrMatrix {
  const { size, data } = encode(text, { ecc: 'M', boostEcc: true, border: 0 })
  return { size, rows: data }
}

/**
 * The number of modules along each side that a mark in the middle may cover: a fifth of the side, so 4 % of the area, of
 * which level M tolerates 15 %; odd like the code, so that it is centred.
 */
export function markModules(size: number): number {
  const fifth = Math.floor(size / 5)
  return fifth % 2 === size % 2 ? fifth : fifth - 1
}

/** The dark modules as one SVG path, a rectangle for each run of a row; `hole` modules in the middle are left out. */
export function qrPath({ size, rows }: QrMatrix, hole: number): string {
  const from = (size - hole) / 2
  const isCovered = (x: number, y: number) => x >= from && x < from + hole && y >= from && y < from + hole
  const runs: string[] = []
  rows.forEach((row, y) => {
    let start: number | undefined
    for (let x = 0; x <= size; x += 1) {
      const isDark = x < size && row[x] === true && !isCovered(x, y)
      if (isDark) start ??= x
      else if (start !== undefined) {
        runs.push(`M${start + quietModules} ${y + quietModules}h${x - start}v1h${start - x}z`)
        start = undefined
      }
    }
  })
  return runs.join('')
}
