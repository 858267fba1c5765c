import { publicKeyId, requestCode } from '../../../shared/recovery/public-key.ts'
import {
  createFactorKeys,
  type FactorOwner,
  openFactor,
  publicKeyOf,
  SealedFactorError,
  sealFactor,
} from '../../../shared/recovery/sealed-factor.ts'
import * as z from '../../../shared/zod.ts'
import { CommandError } from './command.ts'
import { type AnswerFile, type KeyFile, keyFileSchema, type RequestFile } from './recovery-files.ts'

/** The operator's offline key, which no server has. */
export type OfflineKey = { readonly id: string; readonly publicKey: string; readonly keys: CryptoKeyPair }

type Request = RequestFile['requests'][number]
type Answer = AnswerFile['answers'][number]

const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(text, 'base64url'))
const toBase64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** Creates an offline key pair: its file, and what the server's configuration needs. */
export async function createOfflineKey() {
  const keys = await createFactorKeys(true)
  const { kty, crv, x, y, d } = await crypto.subtle.exportKey('jwk', keys.privateKey)
  const file = z.parse(keyFileSchema, {
    ...{ format: 'drawbridge-recovery-key', version: 1, key: { kty, crv, x, y, d } },
  })
  const publicKey = await publicKeyOf(keys)
  return { file, publicKey: toBase64url(publicKey), id: await publicKeyId(publicKey) }
}

/** The key of a file. @throws CommandError if its parts do not belong together */
export async function importOfflineKey({ key }: KeyFile, path: string): Promise<OfflineKey> {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  const { d: _private, ...publicPart } = key
  try {
    const privateKey = await crypto.subtle.importKey('jwk', key, algorithm, false, ['deriveBits'])
    const keys = {
      privateKey,
      publicKey: await crypto.subtle.importKey('jwk', publicPart, algorithm, true, []),
    }
    const publicKey = await publicKeyOf(keys)
    return { id: await publicKeyId(publicKey), publicKey: toBase64url(publicKey), keys }
  } catch {
    throw new CommandError(`${path} is not a recovery key: its parts do not belong together.`)
  }
}

/** Opens the factor of a request, and encrypts it to the device that asked. @throws CommandError */
async function answerOf(request: Request, offlineKeys: readonly OfflineKey[]): Promise<Answer> {
  const { id, keyId, userId, walletId, envelopeId, publicKey } = request
  const offline = offlineKeys.find((key) => key.id === keyId)
  if (offline === undefined)
    throw new CommandError(
      `The request ${id} is for the key ${keyId}, which is not given. Add it with another --key. Nothing was written.`,
    )
  const owner: FactorOwner = { userId, walletId, envelopeId }
  try {
    const factor = await openFactor(
      fromBase64url(request.factor),
      offline.keys,
      { is: 'operator', keyId },
      owner,
    )
    const device = { is: 'device', requestId: id } as const
    const answer = await sealFactor(factor, fromBase64url(publicKey), device, owner)
    factor.fill(0)
    return { id, publicKey, answer: toBase64url(answer) }
  } catch (error) {
    if (!(error instanceof SealedFactorError) && !(error instanceof DOMException)) throw error
    throw new CommandError(
      `The request ${id} does not open: it was changed, or is of another user. Nothing was written.`,
    )
  }
}

/**
 * Answers all requests of a file, or none. Needs no database and no network.
 * @returns the answers, and the code of each request, which its user reads on the device.
 * @throws CommandError that names the request
 */
export async function openRecoveries(
  { requests }: RequestFile,
  offlineKeys: readonly OfflineKey[],
): Promise<{ readonly file: AnswerFile; readonly codes: readonly string[] }> {
  const answers: Answer[] = []
  const codes: string[] = []
  for (const request of requests) {
    answers.push(await answerOf(request, offlineKeys))
    codes.push(await requestCode(fromBase64url(request.publicKey), request.id))
  }
  return { file: { format: 'drawbridge-recovery-answers', version: 1, answers }, codes }
}
