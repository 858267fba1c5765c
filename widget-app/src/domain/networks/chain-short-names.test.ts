import { expect, it } from 'vitest'
import { shortNames } from './chain-short-names.ts'
import bundled from './generated/networks.json' with { type: 'json' }

it('short names › each network of the table › is bundled', () => {
  const known = new Set(bundled.map(({ id }) => id))
  for (const chain of Object.values(shortNames)) expect(known).toContain(`eip155:${chain}`)
  for (const name of Object.keys(shortNames)) expect(name).toBe(name.toLowerCase())
})
