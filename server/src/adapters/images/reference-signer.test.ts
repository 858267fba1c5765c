import { describe, expect, it } from 'vitest'
import { createReferenceSigner } from './reference-signer.ts'

const secret = (byte: number) => new Uint8Array(32).fill(byte)

describe('reference signer', () => {
  const signer = createReferenceSigner([secret(1)])

  it('signature › verified for its text only', () => {
    const signature = signer.sign('text')
    expect(signature).toMatch(/^[\w-]{22}$/)
    expect(signer.sign('text')).toBe(signature)
    expect(signer.verify('text', signature)).toBe(true)
    for (const text of ['', 'texT', 'text ', 'tex']) expect(signer.verify(text, signature)).toBe(false)
  })

  it('every changed, removed or added character › rejected', () => {
    const signature = signer.sign('text')
    for (const index of signature.split('').keys()) {
      const other = signature[index] === 'A' ? 'B' : 'A'
      expect(signer.verify('text', signature.slice(0, index) + other + signature.slice(index + 1))).toBe(
        false,
      )
      expect(signer.verify('text', signature.slice(0, index))).toBe(false)
    }
    for (const odd of ['', `${signature}A`, `${signature}=`, 'ü'.repeat(11)])
      expect(signer.verify('text', odd)).toBe(false)
  })

  it('rotation › verifies former signatures, signs with the first secret', () => {
    const rotated = createReferenceSigner([secret(2), secret(1)])
    expect(rotated.verify('text', signer.sign('text'))).toBe(true)
    expect(signer.verify('text', rotated.sign('text'))).toBe(false)
    expect(createReferenceSigner([secret(2)]).verify('text', signer.sign('text'))).toBe(false)
  })

  it.each([[[]], [[new Uint8Array(31)]], [[secret(1), new Uint8Array(0)]]])(
    'secrets %# › rejected',
    (secrets) =>
      expect(() => createReferenceSigner(secrets)).toThrow('Picture references need a secret of 32 bytes'),
  )
})
