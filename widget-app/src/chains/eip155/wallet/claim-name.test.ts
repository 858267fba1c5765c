import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { memoryTransport } from '../../testing/scripted-transport.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { alice, connection } from '../testing/unit-world.ts'
import { claimName } from './claim-name.ts'
import { createVerifiedSignatures } from './verified-signature-cache.ts'

const aliceKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const ports = (response: unknown, chain = '0x1') => ({
  transport: memoryTransport({ eth_chainId: () => chain, personal_sign: () => response }),
  clock: virtualClock(),
  // The account has no code.
  openRpc: (): JsonRpc => async (_method, _params, schema) => z.parse(schema, '0x'),
  verified: createVerifiedSignatures(),
})
const signText = (text: string) => privateKeyToAccount(aliceKey).signMessage({ message: text })
const message = '{"name":"anna.reown.id"}'
const hex = `0x${Buffer.from(message).toString('hex')}`

describe('claimName', () => {
  it.each([
    ['eip155:1', 60],
    // The chain id with the high bit set (ENSIP-11).
    ['eip155:8453', 0x80000000 + 8453],
    ['eip155:10', 2147483658],
  ])('on %s › claim for coin type %i, signed as text', async (id, coinType) => {
    const signature = await signText(message)
    const world = ports(signature, `0x${BigInt(id.slice('eip155:'.length)).toString(16)}`)
    const { transport } = world
    const claim = await claimName(world, { ...connection, chain: parseChainId(id) }, message)
    expect(claim).toEqual({ coinType, address: alice, message, signature })
    expect(transport.requests).toEqual([
      { method: 'eth_chainId' },
      { method: 'personal_sign', params: [hex, alice] },
    ])
  })

  it('chain id with the high bit set › no coin type, no request to the wallet', async () => {
    const world = ports('0x1234')
    const chain = parseChainId('eip155:2147483648')
    await expect(claimName(world, { ...connection, chain }, message)).rejects.toMatchObject({
      code: 'chain/unsupported',
    })
    expect(world.transport.requests).toEqual([])
  })

  it.each([[null], ['yes']])('%j › not a signature of a claim', async (response) => {
    await expect(claimName(ports(response), connection, message)).rejects.toMatchObject({
      code: -32603,
      data: { reason: 'unknown-outcome' },
    })
  })

  it('signature of another text › mismatch, nothing is returned', async () => {
    const response = await signText(`${message} `)
    await expect(claimName(ports(response), connection, message)).rejects.toMatchObject({
      code: -32603,
      data: { reason: 'mismatch' },
    })
  })
})
