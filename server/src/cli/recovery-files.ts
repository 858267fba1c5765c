import { readFile } from 'node:fs/promises'
import { recordId } from '../../../shared/api/embedded-account.ts'
import { factorPublicKey } from '../../../shared/api/embedded-recovery.ts'
import { factorKeyId, sealedFactor } from '../../../shared/api/embedded-wallet.ts'
import * as z from '../../../shared/zod.ts'
import { errorCode } from '../config/error-code.ts'
import { CommandError } from './command.ts'

/** The files between the operator's server and the offline machine, and that of the offline key. Keys and texts are in base64url. */

const coordinate = z.string().check(z.regex(/^[\w-]{43}$/))

/** The offline key pair. */
export const keyFileSchema = z.strictObject({
  format: z.literal('drawbridge-recovery-key'),
  version: z.literal(1),
  /** P-256, with its private part (RFC 7518). */
  key: z.strictObject({
    ...{ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate, d: coordinate },
  }),
})
export type KeyFile = z.output<typeof keyFileSchema>

/** Requests that may be answered. */
export const requestFileSchema = z.strictObject({
  format: z.literal('drawbridge-recovery-requests'),
  version: z.literal(1),
  exportedAt: z.string(),
  requests: z.array(
    z.strictObject({
      ...{ id: recordId, userId: recordId, walletId: recordId, envelopeId: recordId },
      ...{ deviceName: z.string(), publicKey: factorPublicKey, requestedAtMs: z.int() },
      ...{ keyId: factorKeyId, factor: sealedFactor },
    }),
  ),
})
export type RequestFile = z.output<typeof requestFileSchema>

/** Answers to requests. */
export const answerFileSchema = z.strictObject({
  format: z.literal('drawbridge-recovery-answers'),
  version: z.literal(1),
  answers: z.array(z.strictObject({ id: recordId, publicKey: factorPublicKey, answer: sealedFactor })),
})
export type AnswerFile = z.output<typeof answerFileSchema>

/**
 * Reads one of these files.
 * @param path absolute.
 * @param what the file should be, for the message.
 * @throws CommandError, which contains nothing of the file
 */
export async function readRecoveryFile<Schema extends z.core.$ZodType>(
  path: string,
  schema: Schema,
  what: string,
): Promise<z.output<Schema>> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandError(`The file ${path} cannot be read (${errorCode(error)}).`)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new CommandError(`${path} is not ${what}: it is not JSON.`)
  }
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const at = parsed.error.issues[0]?.path.map(String).join('.')
  throw new CommandError(`${path} is not ${what}${at ? `: ${at} is not valid` : ''}. Nothing was done.`)
}

/** The text of one of these files. */
export const recoveryFileText = (file: KeyFile | RequestFile | AnswerFile): string =>
  `${JSON.stringify(file, null, 2)}\n`
