import { parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { hashMessage } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { memoryNode } from '../testing/memory-node.ts'
import { bob, network } from '../testing/unit-world.ts'
import { isValidOnChain, signerOf, verifyMessage } from './verify-message-signature.ts'

const account = privateKeyToAccount(generatePrivateKey())
const message = 'Hello'
const signature = await account.signMessage({ message })

/** A node whose validator returns `result`, and the data of each call. */
function validator(result: () => unknown) {
  const calls: unknown[] = []
  const rpc = memoryNode({
    eth_call: (params) => {
      calls.push(params)
      return result()
    },
  })(network)
  return { rpc, calls }
}
const failing = (error: Error) =>
  validator(() => {
    throw error
  })
const signed = { message, signature, address: account.address }

describe('verifyMessage', () => {
  it("signed by the account's key › valid without a call", async () => {
    const { rpc, calls } = validator(() => '0x')
    expect(await verifyMessage(rpc, signed)).toBe(true)
    expect(calls).toEqual([])
  })

  it("64 bytes of the account's key (EIP-2098) › valid without a call", async () => {
    const { rpc, calls } = validator(() => '0x')
    const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))
    expect(await verifyMessage(rpc, { ...signed, signature: compact })).toBe(true)
    expect(calls).toEqual([])
  })

  it.each<[string, object]>([
    ['address that is none', { address: 'alice' }],
    ['signature that is no hex', { signature: 'signed' }],
  ])('%s › invalid without a call', async (_, over) => {
    const { rpc, calls } = validator(() => '0x01')
    expect(await verifyMessage(rpc, { ...signed, ...over })).toBe(false)
    expect(calls).toEqual([])
  })

  it.each([
    ['0x01', true],
    [`0x${'1'.padStart(64, '0')}`, true],
    ['0x', false],
    ['0x00', false],
    ['0x11', false],
    ['0x0100', false],
  ])('account without this key, validator returns %s › valid: %s', async (result, isValid) => {
    const { rpc, calls } = validator(() => result)
    expect(await verifyMessage(rpc, { ...signed, address: bob })).toBe(isValid)
    expect(calls).toHaveLength(1)
  })

  it('bytes that no key signs › the contract decides', async () => {
    const { rpc } = validator(() => '0x01')
    expect(await verifyMessage(rpc, { ...signed, signature: '0x1234' })).toBe(true)
  })
})

describe('isValidOnChain', () => {
  it('account, hash and signature › passed to the validator at the latest block', async () => {
    const { rpc, calls } = validator(() => '0x01')
    await isValidOnChain(rpc, bob, hashMessage(message), signature)
    const [[call, block]] = JSON.parse(JSON.stringify(calls))
    expect(block).toBe('latest')
    for (const part of [bob, hashMessage(message), signature])
      expect(call.data.toLowerCase()).toContain(part.slice(2).toLowerCase())
  })

  it('validator reverts › invalid', async () => {
    const { rpc } = failing(new ProviderRpcError(3, 'execution reverted'))
    expect(await isValidOnChain(rpc, bob, hashMessage(message), signature)).toBe(false)
  })

  it('node cannot be reached › rejects', async () => {
    const { rpc } = failing(new WidgetError('http/timeout', 'It took too long'))
    const result = isValidOnChain(rpc, bob, hashMessage(message), signature)
    await expect(result).rejects.toMatchObject({ code: 'http/timeout' })
  })
})

describe('signerOf', () => {
  it('signature of a key › its address; other bytes › undefined', async () => {
    expect(await signerOf(hashMessage(message), signature)).toBe(account.address)
    expect(await signerOf(hashMessage(message), '0x1234')).toBeUndefined()
  })
})
