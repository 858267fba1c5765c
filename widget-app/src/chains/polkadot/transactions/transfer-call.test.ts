import { describe, expect, it } from 'vitest'
import { requireSignableVersion } from './transfer-call.ts'

describe('requireSignableVersion', () => {
  it('version 4 › accepted', () => {
    expect(() => requireSignableVersion(4)).not.toThrow()
  })

  it('later version › rejected with the reason', () => {
    expect(() => requireSignableVersion(5)).toThrow(
      expect.objectContaining({
        code: 'chain/unsupported',
        message: 'This network wants extrinsics of version 5; wallets can sign version 4 only',
      }),
    )
  })
})
