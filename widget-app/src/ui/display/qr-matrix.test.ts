import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { markModules, qrMatrix, qrPath, quietModules } from './qr-matrix.ts'

const uri = `wc:${'7f'.repeat(32)}@2?expiryTimestamp=1767225600&relay-protocol=irn&symKey=${'3c'.repeat(32)}`

/** Reads a path back: which modules it paints. */
function painted(path: string, size: number): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    const row = rows[Number(y) - quietModules]
    for (let at = 0; at < Number(length); at += 1) row?.splice(Number(x) - quietModules + at, 1, true)
  }
  return rows
}

describe('qrMatrix', () => {
  test('path › paints each module, with a quiet zone of four modules on every side', () => {
    const matrix = qrMatrix(uri)
    expect(painted(qrPath(matrix, 0), matrix.size)).toEqual(matrix.rows)
    expect(matrix.rows).toEqual(encode(uri, { ecc: 'M', boostEcc: true, border: 0 }).data)
    expect(quietModules).toBe(4)
  })

  test('mark › covers modules in the middle only, at most 5 % of them', () => {
    const matrix = qrMatrix(uri)
    const hole = markModules(matrix.size)
    const rows = painted(qrPath(matrix, hole), matrix.size)
    const from = (matrix.size - hole) / 2
    rows.forEach((row, y) => {
      row.forEach((isDark, x) => {
        const inHole = x >= from && x < from + hole && y >= from && y < from + hole
        expect(isDark).toBe(!inHole && matrix.rows[y]?.[x] === true)
      })
    })
    expect(hole ** 2 / matrix.size ** 2).toBeLessThan(0.05)
  })

  test('mark › in the middle of a code of any size', () => {
    for (let size = 21; size <= 177; size += 4) expect((size - markModules(size)) % 2).toBe(0)
  })

  test('two addresses › two different codes', () => {
    expect(qrPath(qrMatrix(uri), 0)).not.toBe(qrPath(qrMatrix(`${uri}1`), 0))
  })
})
