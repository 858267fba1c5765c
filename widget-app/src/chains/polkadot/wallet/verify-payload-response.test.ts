import type { ApiPromise } from '@polkadot/api'
import { Keyring } from '@polkadot/keyring'
import { u8aToHex } from '@polkadot/util'
import { blake2AsHex } from '@polkadot/util-crypto/blake2'
import { describe, expect, it } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { ResponseVerdict } from '../../chain-adapter.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { parseAddress } from '../address.ts'
import type { Nodes } from '../nodes.ts'
import { payloadParams, testChain } from '../testing/runtime.ts'
import { callHex } from '../testing/scale-encoder.ts'
import { bob, connection } from '../testing/unit-world.ts'
import { signedBytes, walletBytes } from './payload-bytes.ts'
import { parsePayload } from './signer-payload.ts'
import { verifyResponse } from './verify-response.ts'

const pair = new Keyring({ type: 'ed25519', ss58Format: 42 }).addFromUri('//drawbridge//payload')
const address = parseAddress(pair.address)
const wallet = { ...connection, accounts: [address] as const }
const method = callHex('Balances', 'transfer_keep_alive', bob, 5)
const requestWith = (over: object = {}) => parsePayload(wallet, payloadParams(method, { address, ...over }))
const requested = requestWith()
const chain = testChain()
const sign = (of: typeof requested) => u8aToHex(pair.sign(signedBytes(walletBytes(chain, of))))
const signature = sign(requested)
const otherSignature = u8aToHex(pair.sign('another payload'))
const extrinsicBytes = '0x0184'
const hexed = (hex: string) => ({ toHex: () => hex })

/** The wallet's extrinsic as the runtime decodes it. */
const extrinsicWith = (over: object = {}) => ({
  ...{ isSigned: true, signer: address, nonce: 0, tip: 0n },
  ...{ method: hexed(method), era: hexed('0x7500'), signature: hexed(signature), ...hexed(extrinsicBytes) },
  ...over,
})

type Answer = {
  readonly signedTransaction?: string | null | undefined
  readonly signature?: string
  readonly extrinsic?: () => object
  readonly of?: typeof requested
  readonly open?: () => Promise<never>
}

/** Verifies a response; resolves to what the user is shown, or to the error. */
async function verify({
  signedTransaction,
  of = requested,
  open,
  extrinsic = extrinsicWith,
  ...answer
}: Answer) {
  const api: ApiPromise = Object.assign(Object.create(null), chain.api, { tx: extrinsic })
  const nodes: Nodes = {
    rpc: () => chain.rpc,
    open: open ?? (async () => ({ rpc: chain.rpc, api, source: async () => 'agreed' as const })),
    findNetwork: () => undefined,
    prefixes: () => [],
  }
  const verdicts: ResponseVerdict[] = []
  const response = { id: 1, signature: answer.signature ?? signature, signedTransaction }
  const ports = { nodes, clock: virtualClock() }
  const onChecked = (verdict: ResponseVerdict) => void verdicts.push(verdict)
  const outcome = await verifyResponse(ports, of, response, { onChecked }).catch((error: unknown) => error)
  return outcome ?? verdicts
}
const mismatch = {
  ...{ code: -32603, data: { reason: 'mismatch' } },
  message: 'The wallet signed something else',
}
const verified = [{ is: 'verified' }]
const hash = blake2AsHex(extrinsicBytes, 256)

describe('signature of a payload', () => {
  it.each([undefined, null])('over the requested bytes, no extrinsic (%s) › verified', async (none) => {
    expect(await verify({ signedTransaction: none })).toEqual(verified)
  })

  it('over other bytes › mismatch', async () => {
    expect(await verify({ signature: otherSignature })).toMatchObject(mismatch)
  })

  it.each<[string, () => Promise<never>]>([
    ['cannot be reached', () => Promise.reject(new Error('away'))],
    ['does not respond', () => new Promise(() => {})],
  ])('chain %s › unverified, with the account', async (_, open) => {
    expect(await verify({ open })).toEqual([{ is: 'unverified', account: address }])
  })
})

describe('extrinsic that the wallet built', () => {
  const signedTransaction = extrinsicBytes
  it('as requested › verified', async () => {
    expect(await verify({ signedTransaction })).toEqual(verified)
  })

  it.each<[string, object]>([
    ['with another nonce', { nonce: 1 }],
    ['with another call', { method: hexed('0x0500') }],
    ['without a signature', { isSigned: false }],
    ['that encodes to other bytes', hexed('0x0185')],
    ['signed over other bytes', { signature: hexed(otherSignature) }],
  ])('%s › mismatch', async (_, over) => {
    expect(await verify({ signedTransaction, extrinsic: () => extrinsicWith(over) })).toMatchObject(mismatch)
  })

  it('that the runtime cannot decode › mismatch', async () => {
    const extrinsic = () => {
      throw new Error('No extrinsic')
    }
    expect(await verify({ signedTransaction, extrinsic })).toMatchObject(mismatch)
  })

  it('with a metadata hash of the wallet › unverified, with its hash', async () => {
    const extrinsic = () => extrinsicWith({ mode: 1 })
    const shown = [{ is: 'unverified', hash, account: address }]
    expect(await verify({ signedTransaction, extrinsic })).toEqual(shown)
  })

  const metadataHash = `0x${'cd'.repeat(32)}`
  it('without the requested metadata hash › mismatch', async () => {
    const of = requestWith({ mode: 1, metadataHash })
    const extrinsic = () => extrinsicWith({ signature: hexed(sign(of)) })
    expect(await verify({ signedTransaction, of, extrinsic })).toMatchObject(mismatch)
  })

  it('with the requested metadata hash › verified', async () => {
    const of = requestWith({ mode: 1, metadataHash })
    const extrinsic = () => extrinsicWith({ mode: 1, signature: hexed(sign(of)) })
    expect(await verify({ signedTransaction, of, extrinsic })).toEqual(verified)
  })

  it('chain cannot be reached › unverified, with its hash', async () => {
    const open = () => Promise.reject(new Error('away'))
    const shown = [{ is: 'unverified', hash, account: address }]
    expect(await verify({ signedTransaction, open })).toEqual(shown)
  })

  it.each<[string, Error, object]>([
    ['an error of the comparison', new Error('odd'), [{ is: 'unverified', hash, account: address }]],
    ['an error of the response', new ProviderRpcError(-32603, 'odd'), { code: -32603 }],
  ])('%s › unverified, or that error', async (_, error, expected) => {
    const extrinsic = () =>
      extrinsicWith({
        signature: {
          toHex: () => {
            throw error
          },
        },
      })
    expect(await verify({ signedTransaction, extrinsic })).toMatchObject(expected)
  })
})
