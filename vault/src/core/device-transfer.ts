/**
 * Moves a wallet's entropy from an old device to a new one over channels that an attacker may control.
 *
 * 1. new → old: a commitment to the new device's public key (`commit`; as a QR code, or through the server);
 * 2. old → new: the old device's public key (`key`);
 * 3. new → old: the key that was committed to (`reveal`); both now have the same matching number;
 * 4. the new device shows the number, and the user types it on the old device;
 * 5. the user confirms on the new device that the old one accepted the number;
 * 6. old → new: the encrypted entropy (`secret`).
 *
 * An attacker between the devices runs one transfer with each. The number of either depends on a key that the attacker has to
 * fix before the honest key is known: towards the old device by the commitment, towards the new device because that reveals
 * its key only after it received one. So the numbers match with a probability of 10^-6 in each attempt, whatever the
 * attacker computes; without the commitment, a million keys tried on either side would find a match (Vaudenay, “Secure
 * Communications over Insecure Channels Based on Short Authenticated Strings”, CRYPTO 2005; ZRTP, RFC 6189 §4.2; Bluetooth
 * numeric comparison).
 *
 * The new device commits, because it sends first: its first message is short enough for a QR code, whose scan authenticates
 * the commitment in addition, and the old device, which has the secret, is last to decide. The number is typed and not
 * compared by eye, because users confirm without comparing. One wrong number ends the transfer, and a retry uses new keys.
 *
 * The number does not show which device displays it: a page that imitates the new device has a number too. The old device
 * must say so before the user types, and the new device must compare the accounts it derives with those of the user.
 */
import * as z from '#shared/zod.ts'
import { type Bytes, concatBytes, encodeFields, eraseBytes } from './bytes.ts'
import { assertEntropy } from './entropy.ts'
import {
  commitTo,
  createTransferKeyPair,
  deriveTransferKey,
  matchingNumber,
  type TransferKeyPair,
} from './transfer-keys.ts'
import {
  blindingLength,
  type CommitMessage,
  commitMessage,
  type KeyMessage,
  keyMessage,
  nonceLength,
  type RevealMessage,
  revealMessage,
  type SecretMessage,
  secretMessage,
  toHex,
} from './transfer-messages.ts'
import { assertWalletId, type WalletId } from './wallet-id.ts'

/** Why a transfer ended without the entropy. It cannot continue; a retry starts with new keys. */
export type TransferFailure = {
  readonly is: 'failed'
  readonly reason:
    | 'invalid-message'
    | 'invalid-public-key'
    | 'wrong-commitment'
    | 'wrong-number'
    | 'not-authentic'
}

/** A step's next state, and the message for the other device. */
type Sent<State, Message> = { readonly is: 'sent'; readonly state: State; readonly message: Message }

/** New device, waiting for the key of the old one. */
export type AwaitingKey = {
  readonly is: 'awaiting-key'
  readonly wallet: WalletId
  readonly keyPair: TransferKeyPair
  readonly blinding: Bytes
}

/** New device, which shows the number: six digits. */
export type ShowingNumber = {
  readonly is: 'showing-number'
  readonly wallet: WalletId
  readonly number: string
  readonly key: CryptoKey
}

/** New device, after the user confirmed that the old device accepted the number. */
export type AwaitingSecret = {
  readonly is: 'awaiting-secret'
  readonly wallet: WalletId
  readonly key: CryptoKey
}

/** Old device, waiting for the key that the new one committed to. */
export type AwaitingReveal = {
  readonly is: 'awaiting-reveal'
  readonly wallet: WalletId
  readonly keyPair: TransferKeyPair
  readonly commitment: Bytes
}

/** Old device, waiting for the user to type the number, which it never shows. */
export type AwaitingNumber = {
  readonly is: 'awaiting-number'
  readonly wallet: WalletId
  readonly expectedNumber: string
  readonly key: CryptoKey
}

/** Old device, after the user typed the right number. */
export type NumberAccepted = {
  readonly is: 'number-accepted'
  readonly wallet: WalletId
  readonly key: CryptoKey
}

const failed = (reason: TransferFailure['reason']): TransferFailure => ({ is: 'failed', reason })

const spentStates = new WeakSet<object>()

/**
 * Throws if a state is used twice: with a second `key` message for the same commitment, or a second number for the same keys,
 * an attacker would have more attempts than one.
 */
function spend(state: object): void {
  if (spentStates.has(state)) throw new Error('The state of a transfer can be used once')
  spentStates.add(state)
}

const secretContext = ({ userId, walletId }: WalletId): Bytes =>
  encodeFields('drawbridge transfer v1 secret', userId, walletId)

/**
 * New device: starts a transfer of the wallet.
 * @throws RangeError if an id is invalid.
 */
export async function startTransfer(wallet: WalletId): Promise<Sent<AwaitingKey, CommitMessage>> {
  assertWalletId(wallet)
  const keyPair = await createTransferKeyPair()
  const blinding = crypto.getRandomValues(new Uint8Array(blindingLength))
  const commitment = toHex(await commitTo(keyPair.publicKey, blinding))
  return {
    is: 'sent',
    state: { is: 'awaiting-key', wallet, keyPair, blinding },
    message: { type: 'commit', version: 1, commitment },
  }
}

/**
 * Old device: responds to a commitment with its public key.
 * @throws RangeError if an id is invalid.
 */
export async function receiveCommitment(
  wallet: WalletId,
  input: unknown,
): Promise<Sent<AwaitingReveal, KeyMessage> | TransferFailure> {
  assertWalletId(wallet)
  const { data } = z.safeParse(commitMessage, input)
  if (data === undefined) return failed('invalid-message')
  const keyPair = await createTransferKeyPair()
  return {
    is: 'sent',
    state: { is: 'awaiting-reveal', wallet, keyPair, commitment: data.commitment },
    message: { type: 'key', publicKey: toHex(keyPair.publicKey) },
  }
}

/**
 * New device: receives the old device's key and reveals its own.
 * @throws Error if the state was used before.
 */
export async function receiveKey(
  state: AwaitingKey,
  input: unknown,
): Promise<Sent<ShowingNumber, RevealMessage> | TransferFailure> {
  spend(state)
  const { data } = z.safeParse(keyMessage, input)
  if (data === undefined) return failed('invalid-message')
  const { wallet, keyPair, blinding } = state
  const transcript = { wallet, newDeviceKey: keyPair.publicKey, blinding, oldDeviceKey: data.publicKey }
  const key = await deriveTransferKey(keyPair.privateKey, data.publicKey, transcript)
  if (key === undefined) return failed('invalid-public-key')
  return {
    is: 'sent',
    state: { is: 'showing-number', wallet, number: await matchingNumber(transcript), key },
    message: { type: 'reveal', publicKey: toHex(keyPair.publicKey), blinding: toHex(blinding) },
  }
}

/**
 * Old device: receives the key that the new device committed to.
 * @throws Error if the state was used before.
 */
export async function receiveReveal(
  state: AwaitingReveal,
  input: unknown,
): Promise<AwaitingNumber | TransferFailure> {
  spend(state)
  const { data } = z.safeParse(revealMessage, input)
  if (data === undefined) return failed('invalid-message')
  const { wallet, keyPair, commitment } = state
  const expected = await commitTo(data.publicKey, data.blinding)
  if (toHex(expected) !== toHex(commitment)) return failed('wrong-commitment')
  const transcript = {
    wallet,
    newDeviceKey: data.publicKey,
    blinding: data.blinding,
    oldDeviceKey: keyPair.publicKey,
  }
  const key = await deriveTransferKey(keyPair.privateKey, data.publicKey, transcript)
  if (key === undefined) return failed('invalid-public-key')
  return { is: 'awaiting-number', wallet, expectedNumber: await matchingNumber(transcript), key }
}

/**
 * Old device: compares the number that the user read on the new device; spaces do not matter.
 * @throws Error if the state was used before: a wrong number ends the transfer.
 */
export function enterNumber(state: AwaitingNumber, typed: string): NumberAccepted | TransferFailure {
  spend(state)
  const { wallet, expectedNumber, key } = state
  if (typed.replaceAll(/\s/g, '') !== expectedNumber) return failed('wrong-number')
  return { is: 'number-accepted', wallet, key }
}

/**
 * New device: the user confirms that the old device accepted the number. Without this step an attacker could send another
 * wallet, which the attacker knows.
 * @throws Error if the state was used before.
 */
export function confirmAccepted(state: ShowingNumber): AwaitingSecret {
  spend(state)
  return { is: 'awaiting-secret', wallet: state.wallet, key: state.key }
}

/**
 * Old device: encrypts the entropy for the new device.
 * @throws RangeError if the entropy is not 16 bytes. @throws Error if the state was used before.
 */
export async function sendSecret(state: NumberAccepted, entropy: Uint8Array): Promise<SecretMessage> {
  assertEntropy(entropy)
  spend(state)
  const iv = crypto.getRandomValues(new Uint8Array(nonceLength))
  const copy = concatBytes(entropy)
  const algorithm = { name: 'AES-GCM', iv, additionalData: secretContext(state.wallet) }
  try {
    const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, state.key, copy))
    return { type: 'secret', sealed: toHex(concatBytes(iv, sealed)) }
  } finally {
    eraseBytes(copy)
  }
}

/**
 * New device: decrypts the entropy.
 * @throws Error if the state was used before.
 */
export async function receiveSecret(
  state: AwaitingSecret,
  input: unknown,
): Promise<{ readonly is: 'received'; readonly entropy: Bytes } | TransferFailure> {
  spend(state)
  const { data } = z.safeParse(secretMessage, input)
  if (data === undefined) return failed('invalid-message')
  const iv = data.sealed.slice(0, nonceLength)
  const algorithm = { name: 'AES-GCM', iv, additionalData: secretContext(state.wallet) }
  try {
    const entropy = await crypto.subtle.decrypt(algorithm, state.key, data.sealed.slice(nonceLength))
    return { is: 'received', entropy: new Uint8Array(entropy) }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') return failed('not-authentic')
    throw error
  }
}
