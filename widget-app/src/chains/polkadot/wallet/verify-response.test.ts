import { Keyring } from '@polkadot/keyring'
import { hexToU8a, stringToU8a, u8aToHex } from '@polkadot/util'
import { describe, expect, test, vi } from 'vitest'
import type { Connection } from '../../chain-adapter.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { parseAddress } from '../address.ts'
import type { Nodes } from '../nodes.ts'
import { payloadParams, testChain } from '../testing/runtime.ts'
import { callHex } from '../testing/scale-encoder.ts'
import { bob, connection } from '../testing/unit-world.ts'
import type { SignedResponse } from './handle-dapp-request.ts'
import { signedBytes, walletBytes } from './payload-bytes.ts'
import { parseMessage, parsePayload } from './signer-payload.ts'
import { comparePayload, verifyResponse } from './verify-response.ts'

const kinds = ['sr25519', 'ed25519', 'ecdsa', 'ethereum'] as const
type Kind = (typeof kinds)[number]
const typeBytes = { sr25519: 1, ed25519: 0, ecdsa: 2, ethereum: 2 } as const

const pairs = new Map(
  kinds.map((type) => [
    type,
    new Keyring({ type, ss58Format: 42 }).addFromUri(
      type === 'ethereum' ? `0x${'11'.repeat(32)}` : '//drawbridge//answer',
    ),
  ]),
)
function keyOf(kind: Kind): { address: string; sign: (bytes: Uint8Array) => Uint8Array; wallet: Connection } {
  const pair = pairs.get(kind)
  if (pair === undefined) throw new Error('No such key')
  const address = parseAddress(pair.address)
  return { address, sign: (bytes) => pair.sign(bytes), wallet: { ...connection, accounts: [address] } }
}

const unreachable: Nodes = {
  rpc: () => () => Promise.reject(new Error('The chain is not asked')),
  open: () => Promise.reject(new Error('The chain is not asked')),
  findNetwork: () => undefined,
  prefixes: () => [],
}
const responseOf = (signature: Uint8Array): SignedResponse => ({
  id: 1,
  signature: u8aToHex(signature),
  signedTransaction: undefined,
})
const mismatch = { code: -32603, data: { reason: 'mismatch' } }
const unknownOutcome = {
  ...{ code: -32603, data: { reason: 'unknown-outcome' } },
  message: 'The wallet answered without a signature',
}

/** Verdicts on a signed message. */
async function verifySignedMessage(kind: Kind, data: string, signature: Uint8Array) {
  const { address, wallet } = keyOf(kind)
  const onChecked = vi.fn()
  const requested = parseMessage(wallet, { address, data })
  await verifyResponse({ nodes: unreachable, clock: virtualClock() }, requested, responseOf(signature), {
    onChecked,
  })
  return onChecked.mock.calls
}

/** A payload with a signature whose first byte is `prefix`: counts `tip` up until that is so. */
function signedPayload(kind: Kind, prefix: number) {
  const { address, sign, wallet } = keyOf(kind)
  const chain = testChain()
  const method = callHex('Balances', 'transfer_keep_alive', bob, 5)
  for (let tip = 0; ; tip += 1) {
    const overrides = { address, tip: `0x${tip.toString(16).padStart(32, '0')}` }
    const requested = parsePayload(wallet, payloadParams(method, overrides))
    const signature = sign(signedBytes(walletBytes(chain, requested)))
    const tx = () => {
      throw new Error('No extrinsic was made')
    }
    if (signature[0] === prefix) return { asked: requested, signature, chain: { api: { ...chain.api, tx } } }
  }
}

describe('verifyResponse › messages', () => {
  test.each(kinds)('U6 › signed with %s, with or without a type byte › verified', async (kind) => {
    const signature = keyOf(kind).sign(stringToU8a('<Bytes>hello</Bytes>'))
    expect(await verifySignedMessage(kind, 'hello', signature)).toEqual([[{ is: 'verified' }]])
    const typed = Uint8Array.of(typeBytes[kind], ...signature)
    expect(await verifySignedMessage(kind, 'hello', typed)).toEqual([[{ is: 'verified' }]])
  })

  test.each(kinds)(
    'signed with %s, no <Bytes> › verified for text, mismatch for other bytes',
    async (kind) => {
      const { sign } = keyOf(kind)
      expect(await verifySignedMessage(kind, 'hello', sign(stringToU8a('hello')))).toEqual([
        [{ is: 'verified' }],
      ])
      // A transaction could be signed this way.
      const bytes = '0x0500ff00'
      await expect(verifySignedMessage(kind, bytes, sign(hexToU8a(bytes)))).rejects.toMatchObject(mismatch)
    },
  )

  test.each(kinds)('signed with %s, other text › mismatch', async (kind) => {
    const signature = keyOf(kind).sign(stringToU8a('<Bytes>hallo</Bytes>'))
    await expect(verifySignedMessage(kind, 'hello', signature)).rejects.toMatchObject(mismatch)
  })

  test.each(kinds)('U4 › bytes of another length for %s › unknown outcome', async (kind) => {
    const bytes = new Uint8Array(63)
    await expect(verifySignedMessage(kind, 'hello', bytes)).rejects.toMatchObject(unknownOutcome)
  })
})

describe('verifyResponse › no listener for the verdict', () => {
  test.each<[string, object | undefined]>([
    ['no options', undefined],
    ['options without it', {}],
  ])('%s › resolves', async (_name, options) => {
    const { address, wallet, sign } = keyOf('ed25519')
    const requested = parseMessage(wallet, { address, data: 'hello' })
    const response = responseOf(sign(stringToU8a('<Bytes>hello</Bytes>')))
    const ports = { nodes: unreachable, clock: virtualClock() }
    await expect(verifyResponse(ports, requested, response, options)).resolves.toBeUndefined()
  })
})

describe('comparePayload', () => {
  const rows = kinds.flatMap((kind) =>
    // Signatures of sr25519 begin with an even byte.
    (kind === 'sr25519' ? [0, 2] : [0, 1, 2]).map((prefix) => [kind, prefix] as const),
  )
  test.each(rows)(
    'U6 › payload signed with %s, first byte %i › same, with or without type byte',
    async (kind, prefix) => {
      const { asked: requested, signature, chain } = signedPayload(kind, prefix)
      const typed = Uint8Array.of(typeBytes[kind], ...signature)
      expect(await comparePayload(chain, requested, responseOf(signature))).toBe('same')
      expect(await comparePayload(chain, requested, responseOf(typed))).toBe('same')
      const other = parsePayload(
        { ...connection, accounts: [requested.payload.address] },
        { ...requested.payload, nonce: '0x00000009' },
      )
      expect(await comparePayload(chain, other, responseOf(signature))).toBe('other')
      expect(await comparePayload(chain, other, responseOf(typed))).toBe('other')
    },
  )
})
