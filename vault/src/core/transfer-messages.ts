import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import * as z from '#shared/zod.ts'
import { type Bytes, concatBytes } from './bytes.ts'
import { entropyLength } from './entropy.ts'

/** Length of the random bytes in a commitment. */
export const blindingLength = 32
/** Length of the nonce of AES-GCM before the encrypted entropy, in bytes. */
export const nonceLength = 12
const commitmentLength = 32
const publicKeyLength = 65
const tagLength = 16

/** Lower-case hexadecimal, so that bytes have one text only. */
const hexBytes = (length: number) =>
  z.pipe(
    z.string().check(z.regex(new RegExp(`^[0-9a-f]{${2 * length}}$`))),
    z.transform((text): Bytes => concatBytes(hexToBytes(text))),
  )

/** First message, new device to old device: SHA-256 of what its `reveal` will contain. */
export const commitMessage = z.strictObject({
  type: z.literal('commit'),
  version: z.literal(1),
  commitment: hexBytes(commitmentLength),
})

/** Second message, old device to new device: its public key for ECDH on P-256, uncompressed (SEC 1 §2.3.3). */
export const keyMessage = z.strictObject({ type: z.literal('key'), publicKey: hexBytes(publicKeyLength) })

/** Third message, new device to old device: the public key and the random blinding that it committed to. */
export const revealMessage = z.strictObject({
  type: z.literal('reveal'),
  publicKey: hexBytes(publicKeyLength),
  blinding: hexBytes(blindingLength),
})

/** Last message, old device to new device: nonce of AES-GCM, encrypted entropy and tag. */
export const secretMessage = z.strictObject({
  type: z.literal('secret'),
  sealed: hexBytes(nonceLength + entropyLength + tagLength),
})

export type CommitMessage = z.input<typeof commitMessage>
export type KeyMessage = z.input<typeof keyMessage>
export type RevealMessage = z.input<typeof revealMessage>
export type SecretMessage = z.input<typeof secretMessage>

/** Writes bytes as the messages contain them. */
export const toHex = (bytes: Uint8Array): string => bytesToHex(bytes)
