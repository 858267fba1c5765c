import { describe, expect, it } from 'vitest'
import { requireSignableVersion } from './transfer-call.ts'

describe('requireSignableVersion', () => {
  it('behavior: version 4 is signed', () => {
    expect(() => requireSignableVersion(4)).not.toThrow()
  })

  it('error: a later version is refused, and says why', () => {
    expect(() => requireSignableVersion(5)).toThrow(
      expect.objectContaining({
        code: 'chain/unsupported',
        message: 'This network wants extrinsics of version 5; wallets can sign version 4 only',
      }),
    )
  })
})
