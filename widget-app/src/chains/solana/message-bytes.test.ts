import { getAddressDecoder } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { systemTransfer } from './instructions.ts'
import { offchainEncodings } from './offchain-message.ts'
import { dappWorld, signsMessage } from './testing/dapp-world.ts'
import { base64, wireOf } from './testing/transactions.ts'
import { alice, bob } from './testing/unit-world.ts'

const { signal } = new AbortController()

describe('decodeRequest › message bytes that are a transaction', () => {
  const blind = expect.objectContaining({ is: 'blind', why: 'transaction' })
  const factsOfMessage = async (message: Uint8Array, account: string = alice) => {
    const world = dappWorld({ account })
    const prepared = await world.prepare(signsMessage, { address: account, message: base64(message) })
    return (await prepared.decode?.(signal))?.facts
  }
  const messageOf = (version: 'legacy' | 0) => wireOf([systemTransfer(alice, bob, 5n)], { version }).slice(65)

  it.each(['legacy', 0] as const)('version %s, with or without signatures › blind', async (version) => {
    expect(await factsOfMessage(messageOf(version))).toEqual([blind])
    expect(await factsOfMessage(wireOf([systemTransfer(alice, bob, 5n)], { version }))).toEqual([blind])
  })

  it('transaction within an off-chain message › blind: the prefix makes it no text', async () => {
    for (const form of offchainEncodings(alice, messageOf('legacy')))
      expect(await factsOfMessage(form)).toEqual([expect.objectContaining({ is: 'blind' })])
  })

  it('legacy message of printable bytes › blind for its signer, else a text', async () => {
    const letters = (letter: string) => new TextEncoder().encode(letter.repeat(32))
    // Ten signers of 32 accounts, 32 instructions without accounts or data.
    const keys = Array.from({ length: 32 }, (_, at) => [...letters(String.fromCharCode(65 + at))])
    const instructions = Array.from({ length: 32 }, () => [13, 32, ...letters('1'), 32, ...letters('2')])
    const head = [10, 9, 13, 32]
    const bytes = Uint8Array.from([...head, ...keys.flat(), ...letters('b'), 32, ...instructions.flat()])
    const signer = getAddressDecoder().decode(letters('A'))
    const other = getAddressDecoder().decode(letters('z'))
    expect(await factsOfMessage(bytes, signer)).toEqual([blind])
    expect(await factsOfMessage(bytes, other)).toEqual([expect.objectContaining({ is: 'message' })])
  })

  it('G1 › hex order that the ed25519 program verifies (Drift) › encoded', async () => {
    const order = new TextEncoder().encode('c8d5a65e2234f55d'.repeat(16))
    const encoded = [expect.objectContaining({ is: 'message', doubt: 'encoded' })]
    expect(await factsOfMessage(order)).toEqual(encoded)
    for (const form of offchainEncodings(alice, order)) expect(await factsOfMessage(form)).toEqual(encoded)
  })
})
