import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tokenIcon } from './token-icons.ts'

const files = readdirSync('widget-app/public/tokens').map((file) => file.replace('.svg', ''))

describe('token icons', () => {
  it('every bundled file › is found by its symbol in any case', () => {
    expect(files.length).toBeGreaterThan(40)
    for (const symbol of files)
      expect(tokenIcon({ symbol: symbol.toUpperCase() })).toBe(`/tokens/${symbol}.svg`)
  })

  it.each(['', 'USDC ', 'НОМЕ', '../usdc', 'USD', 'constructor'])(
    '%j without a file › has no icon',
    (symbol) => {
      expect(tokenIcon({ symbol })).toBeUndefined()
    },
  )
})
