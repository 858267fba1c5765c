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
import type { SignedAnswer } from './handle-dapp-request.ts'
import { signedBytes, walletBytes } from './payload-bytes.ts'
import { parseMessage, parsePayload } from './signer-payload.ts'
import { checkAnswer, comparePayload } from './verify-response.ts'

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
function held(kind: Kind): { address: string; sign: (bytes: Uint8Array) => Uint8Array; wallet: Connection } {
  const pair = pairs.get(kind)
  if (pair === undefined) throw new Error('No such key')
  const address = parseAddress(pair.address)
  return { address, sign: (bytes) => pair.sign(bytes), wallet: { ...connection, accounts: [address] } }
}

const unreached: Nodes = {
  rpc: () => () => Promise.reject(new Error('The chain is not asked')),
  open: () => Promise.reject(new Error('The chain is not asked')),
  known: () => undefined,
  prefixes: () => [],
}
const answerOf = (signature: Uint8Array): SignedAnswer => ({
  id: 1,
  signature: u8aToHex(signature),
  signedTransaction: undefined,
})
const mismatch = { code: -32603, data: { reason: 'mismatch' } }
const unknownOutcome = { code: -32603, data: { reason: 'unknown-outcome' } }

/** Verdicts on a signed message. */
async function checkMessage(kind: Kind, data: string, signature: Uint8Array) {
  const { address, wallet } = held(kind)
  const onChecked = vi.fn()
  const asked = parseMessage(wallet, { address, data })
  await checkAnswer({ nodes: unreached, clock: virtualClock() }, asked, answerOf(signature), { onChecked })
  return onChecked.mock.calls
}

/** A payload with a signature whose first byte is `prefix`: counts `tip` up until that is so. */
function signedPayload(kind: Kind, prefix: number) {
  const { address, sign, wallet } = held(kind)
  const chain = testChain()
  const method = callHex('Balances', 'transfer_keep_alive', bob, 5)
  for (let tip = 0; ; tip += 1) {
    const over = { address, tip: `0x${tip.toString(16).padStart(32, '0')}` }
    const asked = parsePayload(wallet, payloadParams(method, over))
    const signature = sign(signedBytes(walletBytes(chain, asked)))
    const tx = () => {
      throw new Error('No extrinsic was made')
    }
    if (signature[0] === prefix) return { asked, signature, chain: { api: { ...chain.api, tx } } }
  }
}

describe('verifyResponse › messages', () => {
  test.each(kinds)('U6 › signed with %s, with or without a type byte › verified', async (kind) => {
    const signature = held(kind).sign(stringToU8a('<Bytes>hello</Bytes>'))
    expect(await checkMessage(kind, 'hello', signature)).toEqual([[{ is: 'verified' }]])
    const typed = Uint8Array.of(typeBytes[kind], ...signature)
    expect(await checkMessage(kind, 'hello', typed)).toEqual([[{ is: 'verified' }]])
  })

  test.each(kinds)(
    'signed with %s, no <Bytes> › verified for text, mismatch for other bytes',
    async (kind) => {
      const { sign } = held(kind)
      expect(await checkMessage(kind, 'hello', sign(stringToU8a('hello')))).toEqual([[{ is: 'verified' }]])
      // A transaction could be signed this way.
      const bytes = '0x0500ff00'
      await expect(checkMessage(kind, bytes, sign(hexToU8a(bytes)))).rejects.toMatchObject(mismatch)
    },
  )

  test.each(kinds)('signed with %s, other text › mismatch', async (kind) => {
    const signature = held(kind).sign(stringToU8a('<Bytes>hallo</Bytes>'))
    await expect(checkMessage(kind, 'hello', signature)).rejects.toMatchObject(mismatch)
  })

  test.each(kinds)('U4 › bytes of another length for %s › unknown outcome', async (kind) => {
    const bytes = new Uint8Array(63)
    await expect(checkMessage(kind, 'hello', bytes)).rejects.toMatchObject(unknownOutcome)
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
      const { asked, signature, chain } = signedPayload(kind, prefix)
      const typed = Uint8Array.of(typeBytes[kind], ...signature)
      expect(await comparePayload(chain, asked, answerOf(signature))).toBe('same')
      expect(await comparePayload(chain, asked, answerOf(typed))).toBe('same')
      const other = parsePayload(
        { ...connection, accounts: [asked.payload.address] },
        { ...asked.payload, nonce: '0x00000009' },
      )
      expect(await comparePayload(chain, other, answerOf(signature))).toBe('other')
      expect(await comparePayload(chain, other, answerOf(typed))).toBe('other')
    },
  )
})
