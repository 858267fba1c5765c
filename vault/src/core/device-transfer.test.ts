import { describe, expect, test } from 'vitest'
import {
  type AwaitingKey,
  type AwaitingReveal,
  confirmAccepted,
  enterNumber,
  type NumberAccepted,
  receiveCommitment,
  receiveKey,
  receiveReveal,
  receiveSecret,
  type ShowingNumber,
  sendSecret,
  startTransfer,
  type TransferFailure,
} from './device-transfer.ts'
import { hexText } from './testing/fixed-cases.ts'
import { commitTo } from './transfer-keys.ts'

const wallet = { userId: 'user-1', walletId: 'wallet-1' }
const entropy = new Uint8Array(16).fill(0x5a)
const otherEntropy = new Uint8Array(16).fill(0x66)

/** The step's result without the failure, which fails the test. */
function succeeded<Step extends { readonly is: string }>(
  step: Step | TransferFailure,
): Exclude<Step, TransferFailure>
function succeeded(step: { readonly is: string }): unknown {
  if (step.is === 'failed') throw new Error(`Failed: ${JSON.stringify(step)}`)
  return step
}

/** Runs a transfer up to the number; each message crosses JSON, as on a channel. */
async function transferUpToNumber(newWallet = wallet, oldWallet = wallet) {
  const wire = (message: unknown): unknown => JSON.parse(JSON.stringify(message))
  const start = await startTransfer(newWallet)
  const response = succeeded(await receiveCommitment(oldWallet, wire(start.message)))
  const reveal = succeeded(await receiveKey(start.state, wire(response.message)))
  const old = succeeded(await receiveReveal(response.state, wire(reveal.message)))
  return { start, response, reveal, fresh: reveal.state, old }
}

async function accepted(): Promise<{ readonly fresh: ShowingNumber; readonly old: NumberAccepted }> {
  const { fresh, old } = await transferUpToNumber()
  return { fresh, old: succeeded(enterNumber(old, fresh.number)) }
}

/** A number that is not the expected one. */
const otherNumber = (number: string): string =>
  `${number.slice(0, 5)}${(Number.parseInt(number.slice(5), 10) + 1) % 10}`

const failure = (reason: TransferFailure['reason']) => ({ is: 'failed', reason })

describe('device transfer', () => {
  test('both devices honest › new device has the entropy', async () => {
    const { fresh, old } = await accepted()
    const message: unknown = JSON.parse(JSON.stringify(await sendSecret(old, entropy)))
    expect(await receiveSecret(confirmAccepted(fresh), message)).toEqual({ is: 'received', entropy })
  })

  test('honest transfers › six digits, others in each', async () => {
    const numbers = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const { fresh, old } = await transferUpToNumber()
        expect(fresh.number).toBe(old.expectedNumber)
        return fresh.number
      }),
    )
    for (const number of numbers) expect(number).toMatch(/^\d{6}$/)
    expect(new Set(numbers).size).toBeGreaterThan(35)
  })

  test('number with spaces › accepted', async () => {
    const { fresh, old } = await transferUpToNumber()
    const typed = ` ${fresh.number.slice(0, 3)} ${fresh.number.slice(3)} `
    expect(enterNumber(old, typed).is).toBe('number-accepted')
  })

  test.each([
    ['another', otherNumber],
    ['empty', () => ''],
    ['a part', (number: string) => number.slice(0, 5)],
    ['longer', (number: string) => `${number}0`],
  ])('%s number › ends the transfer', async (_, change) => {
    const { fresh, old } = await transferUpToNumber()
    expect(enterNumber(old, change(fresh.number))).toEqual(failure('wrong-number'))
    expect(() => enterNumber(old, fresh.number)).toThrow('once')
  })

  test.each([
    { userId: 'user-2', walletId: 'wallet-1' },
    { userId: 'user-1', walletId: 'wallet-2' },
    { userId: 'user-1w', walletId: 'allet-1' },
  ])('old device has wallet %j › numbers differ', async (other) => {
    const { fresh, old } = await transferUpToNumber(wallet, other)
    expect(fresh.number).not.toBe(old.expectedNumber)
  })

  test('invalid id › throws', async () => {
    const invalid = { userId: 'user-1', walletId: '' }
    await expect(startTransfer(invalid)).rejects.toThrow(RangeError)
    await expect(receiveCommitment(invalid, {})).rejects.toThrow(RangeError)
  })
})

describe('device transfer › attacker between the devices', () => {
  /** The attacker runs one transfer with each device, with keys of its own. */
  async function intercept() {
    const start = await startTransfer(wallet)
    const attack = await startTransfer(wallet)
    const response = succeeded(await receiveCommitment(wallet, attack.message))
    const attackerKey = succeeded(await receiveCommitment(wallet, start.message))
    const reveal = succeeded(await receiveKey(start.state, attackerKey.message))
    const attackerReveal = succeeded(await receiveKey(attack.state, response.message))
    const old = succeeded(await receiveReveal(response.state, attackerReveal.message))
    const attacker = succeeded(await receiveReveal(attackerKey.state, reveal.message))
    return { fresh: reveal.state, old, attacker, attackerKey, response, start, reveal }
  }

  test('own keys towards both › numbers differ each time', async () => {
    const runs = await Promise.all(Array.from({ length: 60 }, intercept))
    for (const { fresh, old } of runs) {
      expect(fresh.number).not.toBe(old.expectedNumber)
      expect(enterNumber(old, fresh.number)).toEqual(failure('wrong-number'))
    }
  })

  test('key other than the committed one › wrong commitment', async () => {
    const attack = await startTransfer(wallet)
    const later = await startTransfer(wallet)
    const response = succeeded(await receiveCommitment(wallet, attack.message))
    const { message } = succeeded(await receiveKey(later.state, response.message))
    expect(await receiveReveal(response.state, message)).toEqual(failure('wrong-commitment'))
  })

  test.each(['publicKey', 'blinding'] as const)(
    'changed %s of the reveal › wrong commitment',
    async (member) => {
      const start = await startTransfer(wallet)
      const response = succeeded(await receiveCommitment(wallet, start.message))
      const { message } = succeeded(await receiveKey(start.state, response.message))
      const last = message[member].endsWith('0') ? '1' : '0'
      const changed = { ...message, [member]: `${message[member].slice(0, -1)}${last}` }
      expect(await receiveReveal(response.state, changed)).toEqual(failure('wrong-commitment'))
    },
  )

  test('only the key of the old device replaced › numbers differ', async () => {
    const start = await startTransfer(wallet)
    const response = succeeded(await receiveCommitment(wallet, start.message))
    const attackerKey = succeeded(await receiveCommitment(wallet, start.message))
    const reveal = succeeded(await receiveKey(start.state, attackerKey.message))
    const old = succeeded(await receiveReveal(response.state, reveal.message))
    expect(enterNumber(old, reveal.state.number)).toEqual(failure('wrong-number'))
  })

  test('second key for the same commitment › throws', async () => {
    const start = await startTransfer(wallet)
    const first = succeeded(await receiveCommitment(wallet, start.message))
    const second = succeeded(await receiveCommitment(wallet, start.message))
    await receiveKey(start.state, first.message)
    await expect(receiveKey(start.state, second.message)).rejects.toThrow('once')
  })

  test('entropy of another transfer › new device cannot decrypt', async () => {
    const { fresh, old } = await accepted()
    const { fresh: otherFresh } = await transferUpToNumber()
    const message = await sendSecret(old, entropy)
    expect(await receiveSecret(confirmAccepted(otherFresh), message)).toEqual(failure('not-authentic'))
    expect((await receiveSecret(confirmAccepted(fresh), message)).is).toBe('received')
  })

  test("attacker's wallet, and a user who confirms anyway › received", async () => {
    const { fresh, attacker } = await intercept()
    // The honest old device has rejected the number. So the new device compares the accounts, too.
    const sent = await sendSecret(succeeded(enterNumber(attacker, fresh.number)), otherEntropy)
    expect(fresh.is).toBe('showing-number')
    expect(await receiveSecret(confirmAccepted(fresh), sent)).toEqual({
      is: 'received',
      entropy: otherEntropy,
    })
  })

  test('any bit of the encrypted entropy flipped › not authentic', async () => {
    for (let bit = 0; bit < 44 * 8; bit += 7) {
      const { fresh, old } = await accepted()
      const { type, sealed } = await sendSecret(old, entropy)
      const bytes = Buffer.from(sealed, 'hex')
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(await receiveSecret(confirmAccepted(fresh), { type, sealed: hexText(bytes) })).toEqual(
        failure('not-authentic'),
      )
    }
  })

  test('commitment › hides a known key behind random bytes', async () => {
    const key = new Uint8Array(65).fill(4)
    const commitment = await commitTo(key, new Uint8Array(32).fill(1))
    expect(commitment).not.toEqual(await commitTo(key, new Uint8Array(32).fill(2)))
  })
})

describe('device transfer › invalid messages', () => {
  // The base point of P-256 (FIPS 186-4 §D.1.2.3).
  const validKey =
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
    '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'

  const newDevice = async (): Promise<AwaitingKey> => (await startTransfer(wallet)).state
  const oldDevice = async (): Promise<AwaitingReveal> =>
    succeeded(await receiveCommitment(wallet, (await startTransfer(wallet)).message)).state

  const malformed: readonly unknown[] = [
    undefined,
    null,
    '',
    [],
    {},
    { type: 'key' },
    { type: 'key', publicKey: 4 },
    { type: 'key', publicKey: '' },
    { type: 'key', publicKey: validKey.toUpperCase() },
    { type: 'key', publicKey: validKey.slice(2) },
    { type: 'key', publicKey: `${validKey}\n` },
    { type: 'key', publicKey: validKey, more: true },
    { type: 'reveal', publicKey: validKey },
  ]

  test.each(malformed.map((input) => [input]))('%j › rejected in each step', async (input) => {
    expect(await receiveCommitment(wallet, input)).toEqual(failure('invalid-message'))
    expect(await receiveKey(await newDevice(), input)).toEqual(failure('invalid-message'))
    expect(await receiveReveal(await oldDevice(), input)).toEqual(failure('invalid-message'))
    const { fresh } = await transferUpToNumber()
    expect(await receiveSecret(confirmAccepted(fresh), input)).toEqual(failure('invalid-message'))
  })

  test('commitment of another version › rejected', async () => {
    const { message } = await startTransfer(wallet)
    expect(await receiveCommitment(wallet, { ...message, version: 2 })).toEqual(failure('invalid-message'))
  })

  test.each([
    ['not on the curve', `04${'11'.repeat(64)}`],
    ['all zeros', '00'.repeat(65)],
    ['another format', `02${validKey.slice(2)}`],
  ])('public key %s › rejected by both devices', async (_, publicKey) => {
    expect(await receiveKey(await newDevice(), { type: 'key', publicKey })).toEqual(
      failure('invalid-public-key'),
    )
    const blinding = new Uint8Array(32)
    const commitment = await commitTo(new Uint8Array(Buffer.from(publicKey, 'hex')), blinding)
    const response = succeeded(
      await receiveCommitment(wallet, { type: 'commit', version: 1, commitment: hexText(commitment) }),
    )
    const reveal = { type: 'reveal', publicKey, blinding: hexText(blinding) }
    expect(await receiveReveal(response.state, reveal)).toEqual(failure('invalid-public-key'))
  })

  test('each state used twice › throws', async () => {
    const { start, response, reveal, fresh, old } = await transferUpToNumber()
    await expect(receiveKey(start.state, response.message)).rejects.toThrow('once')
    await expect(receiveReveal(response.state, reveal.message)).rejects.toThrow('once')
    const number = succeeded(enterNumber(old, fresh.number))
    const message = await sendSecret(number, entropy)
    await expect(sendSecret(number, entropy)).rejects.toThrow('once')
    const awaiting = confirmAccepted(fresh)
    expect(() => confirmAccepted(fresh)).toThrow('once')
    await receiveSecret(awaiting, message)
    await expect(receiveSecret(awaiting, message)).rejects.toThrow('once')
  })

  test.each([15, 17])('entropy of %i bytes › not sent', async (length) => {
    const { old } = await accepted()
    await expect(sendSecret(old, new Uint8Array(length))).rejects.toThrow(RangeError)
  })
})
