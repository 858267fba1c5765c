import { isProviderRpcError, type ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError, WidgetError } from '#shared/errors/widget-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import * as z from '#shared/zod.ts'
import type { JsonRpc } from '../../json-rpc.ts'

/** Codes of `author_submitExtrinsic` in Substrate: the pool rejected the extrinsic, with a reason. */
const poolInvalid = 1010
const poolAlreadyImported = 1013
const poolRejections: readonly number[] = [1001, 1002, 1011, 1014, 1015, 1016, 1017, 1018, 1019, 1020]
const gatewayRejections: readonly number[] = [
  providerCodes.methodNotFound,
  providerCodes.invalidParams,
  providerCodes.invalidRequest,
  providerCodes.limitExceeded,
]
const rejectedStatuses: readonly number[] = [400, 401, 403, 404, 405, 413, 429]

/** Outcome of a submission. `unknown`: the node may have accepted it anyway. */
export type SubmitOutcome =
  | { readonly is: 'taken' }
  | { readonly is: 'refused'; readonly reason: SubmitFailureReason; readonly message: string }
  | { readonly is: 'unknown'; readonly message: string }

export type SubmitFailureReason = 'insufficient-funds' | 'bad-signature' | 'expired' | 'refused' | 'network'

/** Nodes describe the problem as text (`message`, `data`); chopsticks writes the runtime's enum. */
const invalidPatterns: readonly (readonly [words: RegExp, reason: SubmitFailureReason])[] = [
  [/inability to pay|"payment"/i, 'insufficient-funds'],
  [/bad signature|badproof/i, 'bad-signature'],
  [/ancient ?birth ?block/i, 'expired'],
]

/** Outdated: the nonce is used, possibly by this extrinsic itself if the gateway sent it twice. */
const outdatedPattern = /outdated|stale/i

function nodeOutcome({ code, message, data }: ProviderRpcError): SubmitOutcome {
  if (code === poolAlreadyImported) return { is: 'taken' }
  if (poolRejections.includes(code)) return { is: 'refused', reason: 'refused', message }
  if (gatewayRejections.includes(code)) return { is: 'refused', reason: 'network', message }
  const text = `${message} ${typeof data === 'string' ? data : ''}`
  if (code !== poolInvalid || outdatedPattern.test(text)) return { is: 'unknown', message }
  const reason = invalidPatterns.find(([pattern]) => pattern.test(text))?.[1] ?? 'refused'
  return { is: 'refused', reason, message: text.trim() }
}

const statusSchema = () => z.object({ status: z.int() })

/** Converts the error of a submission. Anything that does not certainly mean a rejection is unknown. */
export function submitOutcome(thrown: unknown): SubmitOutcome {
  if (isProviderRpcError(thrown)) return nodeOutcome(thrown)
  const message = thrown instanceof Error ? thrown.message : 'The node gave no answer'
  const parsed = isWidgetError(thrown, 'http/status') ? statusSchema().safeParse(thrown.data) : undefined
  if (parsed?.success && rejectedStatuses.includes(parsed.data.status))
    return { is: 'refused', reason: 'network', message }
  return { is: 'unknown', message }
}

/**
 * Submits a signed extrinsic to the node, once.
 * @throws WidgetError `send/failed` (`data.reason`) if it was certainly rejected; ProviderRpcError with `data.reason`
 * `unknown-outcome` and the hash as `data.hint` if it may have been accepted.
 */
export async function submit(rpc: JsonRpc, bytes: string, hash: string): Promise<void> {
  let outcome: SubmitOutcome = { is: 'taken' }
  try {
    await rpc('author_submitExtrinsic', [bytes], z.unknown(), { retries: 0 })
  } catch (error) {
    outcome = submitOutcome(error)
  }
  if (outcome.is === 'unknown')
    throw linkError(providerCodes.internal, outcome.message, 'unknown-outcome', hash)
  if (outcome.is === 'refused') {
    const { reason, message } = outcome
    throw new WidgetError('send/failed', message, { data: { reason, hash } })
  }
}
