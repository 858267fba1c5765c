import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { memoryTransport } from '../memory-transport.ts'
import { claimName } from './claim-name.ts'
import { alice, connection } from './testing/unit-world.ts'

const wallet = (answer: unknown) => memoryTransport({ personal_sign: () => answer })
const message = '{"name":"anna.reown.id"}'
const hex = `0x${Buffer.from(message).toString('hex')}`

describe('claimName', () => {
  it.each([
    ['eip155:1', 60],
    // The chain id with the high bit set (ENSIP-11).
    ['eip155:8453', 0x80000000 + 8453],
    ['eip155:10', 2147483658],
  ])('param: on %s the claim is for coin type %i, signed as text', async (id, coinType) => {
    const transport = wallet('0x1234')
    const claim = await claimName(transport, { ...connection, chain: parseChainId(id) }, message)
    expect(claim).toEqual({ coinType, address: alice, message, signature: '0x1234' })
    expect(transport.requests).toEqual([{ method: 'personal_sign', params: [hex, alice] }])
  })

  it('error: a chain whose id has the high bit itself has no coin type, and the wallet is not asked', async () => {
    const transport = wallet('0x1234')
    const chain = parseChainId('eip155:2147483648')
    await expect(claimName(transport, { ...connection, chain }, message)).rejects.toMatchObject({
      code: 'chain/unsupported',
    })
    expect(transport.requests).toEqual([])
  })

  it.each([[null], ['yes']])('error: %j is no signature of a claim', async (answer) => {
    await expect(claimName(wallet(answer), connection, message)).rejects.toMatchObject({ code: -32603 })
  })
})
