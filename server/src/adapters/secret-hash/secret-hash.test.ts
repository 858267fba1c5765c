import { expect, it } from 'vitest'
import { secretHash } from './secret-hash.ts'

// NIST FIPS 180-4, and a non-ASCII text by `printf 'é' | sha256sum`.
it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['é', '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c'],
])('hash of %j › SHA-256 of its UTF-8 in hex', (text, hash) => expect(secretHash(text)).toBe(hash))
