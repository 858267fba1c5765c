import { getBase58Decoder } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { testKey } from '../testing/key.ts'
import { bob } from '../testing/unit-world.ts'
import { verifyMessage } from './verify-message-signature.ts'

const key = testKey()
const message = 'Ja, „gern“'
const signature = getBase58Decoder().decode(key.sign(Buffer.from(message, 'utf8')))
const signed = { message, signature, address: key.address }

describe('verifyMessage', () => {
  it('signed by the account › valid', async () => {
    expect(await verifyMessage(signed)).toBe(true)
  })

  it.each<[string, object]>([
    ['another text', { message: `${message} ` }],
    ['another account', { address: bob }],
    ['a text that is no address', { address: 'alice' }],
    ['a signature that is no base58', { signature: '0OIl' }],
    ['a signature of another length', { signature: '2' }],
  ])('%s › invalid', async (_, over) => {
    expect(await verifyMessage({ ...signed, ...over })).toBe(false)
  })
})
