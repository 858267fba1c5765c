import { Keyring } from '@polkadot/keyring'
import { stringToU8a, u8aToHex } from '@polkadot/util'
import { describe, expect, it } from 'vitest'
import { parseAddress } from '../address.ts'
import { bob } from '../testing/unit-world.ts'
import { verifyMessage } from './verify-message-signature.ts'

const pair = new Keyring({ type: 'ed25519', ss58Format: 42 }).addFromUri('//drawbridge//message')
const address = parseAddress(pair.address)
const sign = (text: string) => u8aToHex(pair.sign(stringToU8a(text)))

describe('verifyMessage', () => {
  it.each(['Hello', '<Bytes>Hello</Bytes>'])('signed as %s › valid', async (text) => {
    expect(await verifyMessage({ message: 'Hello', signature: sign(text), address })).toBe(true)
  })

  it('another text, or another account › invalid', async () => {
    const signature = sign('Hello')
    expect(await verifyMessage({ message: 'Hallo', signature, address })).toBe(false)
    expect(await verifyMessage({ message: 'Hello', signature, address: bob })).toBe(false)
  })
})
