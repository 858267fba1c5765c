import {
  type Address,
  blockhash,
  getBase58Decoder,
  getBase64Decoder,
  getBase64Encoder,
} from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#shared/channel/clock.ts'
import { checkAnswer } from './check-answer.ts'
import { systemTransfer } from './instructions.ts'
import { writeTransaction } from './message.ts'
import { signWire, testKey } from './testing/key.ts'
import { scriptedNode } from './testing/scripted-node.ts'
import { bob, lifetime, network, thief } from './testing/unit-world.ts'

const key = testKey()
const base64 = (bytes: Uint8Array) => getBase64Decoder().decode(bytes)
const bytes = (text: string) => Uint8Array.from(getBase64Encoder().encode(text))
const wire = (to: Address = bob, microLamportsPerUnit = 1n) =>
  writeTransaction({
    from: key.address,
    instructions: [systemTransfer(key.address, to, 5n)],
    computeUnitLimit: 500,
    microLamportsPerUnit,
    ...lifetime,
    blockhash: blockhash('11111111111111111111111111111111'),
  }).wire
const signed = (text: string) => base64(signWire(bytes(text), key))

const check = (method: string, params: object, answer: unknown, transaction?: string) => {
  const found =
    transaction === undefined
      ? null
      : {
          slot: 1,
          meta: { err: null, fee: 5_000 },
          transaction: [transaction, 'base64'],
        }
  const rpc = scriptedNode({ getTransaction: () => found }).openRpc(network)
  return checkAnswer({ rpc, clock: systemClock }, { method, params }, answer)
}
const mismatch = { code: -32603, data: { reason: 'mismatch' } }

describe('checkAnswer', () => {
  it('behavior: a message passes when its account signed it, also behind a head', async () => {
    const message = Buffer.from('Two coffees')
    const params = { address: key.address, message: base64(message) }
    const whole = Buffer.concat([Buffer.from('\u00ffhead'), message])
    for (const one of [message, whole])
      await check('solana:signMessage', params, {
        signedMessage: base64(one),
        signature: base64(key.sign(one)),
      })
  })

  it('error: another message, or a signature that is not its account’s, is a mismatch (test 43)', async () => {
    const message = Buffer.from('Two coffees')
    const params = { address: key.address, message: base64(message) }
    const other = Buffer.from('All of it')
    const answers = [
      { signedMessage: base64(other), signature: base64(key.sign(other)) },
      { signedMessage: base64(message), signature: base64(testKey().sign(message)) },
      { signedMessage: base64(message) },
    ]
    for (const answer of answers)
      await expect(check('solana:signMessage', params, answer)).rejects.toMatchObject(mismatch)
  })

  it('error: a sign-in to another site, or with fields that were not asked for, is a mismatch (test 43)', async () => {
    const params = { address: key.address, domain: 'shop.example', nonce: 'oBbLoEldZs' }
    const text = `shop.example wants you to sign in with your Solana account:\n${key.address}\n\nNonce: oBbLoEldZs`
    const answer = (said: string) => {
      const message = Buffer.from(said)
      return { signedMessage: base64(message), signature: base64(key.sign(message)) }
    }
    await check('solana:signIn', params, answer(text))
    for (const other of [text.replace('shop', 'evil'), `${text}\nRequest ID: 7`])
      await expect(check('solana:signIn', params, answer(other))).rejects.toMatchObject(mismatch)
  })

  it('behavior: a transaction passes as it was asked for, and with another price', async () => {
    const params = { address: key.address, transaction: wire() }
    for (const one of [wire(), wire(bob, 9n)])
      await check('solana:signTransaction', params, { signedTransaction: signed(one) })
  })

  it('error: a transaction to somebody else is a mismatch, signed or sent (test 43)', async () => {
    const params = { address: key.address, transaction: wire() }
    const answer = { signedTransaction: signed(wire(thief)) }
    await expect(check('solana:signTransaction', params, answer)).rejects.toMatchObject(mismatch)
    const other = bytes(signed(wire(thief)))
    const signature = getBase58Decoder().decode(other.slice(1, 65))
    const sent = check('solana:signAndSendTransaction', params, { signature }, base64(other))
    await expect(sent).rejects.toMatchObject(mismatch)
  })

  it('behavior: what was sent passes by its signature alone, and by the chain when the wallet changed the price', async () => {
    const params = { address: key.address, transaction: wire() }
    const same = bytes(signed(wire()))
    const signature = getBase58Decoder().decode(same.slice(1, 65))
    await check('solana:signAndSendTransaction', params, { signature })
    const dearer = bytes(signed(wire(bob, 9n)))
    const other = getBase58Decoder().decode(dearer.slice(1, 65))
    await check('solana:signAndSendTransaction', params, { signature: other }, base64(dearer))
  })
})
