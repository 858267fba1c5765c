import { describe, expect, it } from 'vitest'
import { parseAddress } from './address.ts'
import { solanaManifest } from './manifest.ts'
import { alice } from './testing/unit-world.ts'

describe('parseAddress', () => {
  it.each([
    ['a key', alice],
    ['of zeros, the system program', '11111111111111111111111111111111'],
    ['with blanks around', ` ${alice}\n`],
  ])('address %s › returned unchanged', (_, text) => {
    expect(parseAddress(text)).toBe(text.trim())
  })

  it.each([
    ['of Polkadot', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
    ['of Ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['too short', alice.slice(0, 31)],
    ['too long', `${alice}1`],
    ['with a letter that base58 has not', alice.replace(/.$/, 'l')],
    ['of nothing', ''],
  ])('address %s › invalid', (_, text) => {
    expect(() => parseAddress(text)).toThrow(
      expect.objectContaining({ code: 'address/invalid', message: 'Invalid address' }),
    )
  })

  it('address of another namespace › looksLikeAddress is false', () => {
    expect(solanaManifest.looksLikeAddress(alice)).toBe(true)
    expect(solanaManifest.looksLikeAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(false)
  })
})
