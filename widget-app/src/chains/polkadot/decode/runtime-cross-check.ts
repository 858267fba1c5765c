import type { Clock } from '#shared/channel/clock.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import { withTimeout } from '#widget/lib/async.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { MetadataRead } from '../http-provider.ts'

/** Whether two endpoints agree on a chain's metadata, or only one reports it. */
export type RuntimeSource = 'agreed' | 'single'

/** Timeout after which a second endpoint counts as absent. */
const agreementLimitMs = 6_000

const versionSchema = () => z.object({ specVersion: z.int() })

const disagreementError = () =>
  new WidgetError('http/invalid-response', 'The servers of this network describe its calls differently', {
    data: { reason: 'servers-disagree' },
  })

/** Whether the responses are equal; `undefined` if the endpoint has another runtime version. */
async function isSame(
  second: JsonRpc,
  reads: readonly MetadataRead[],
  specVersion: number,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const isAtVersion = async () =>
    (await second('state_getRuntimeVersion', [], versionSchema(), { signal })).specVersion === specVersion
  if (reads.length === 0 || !(await isAtVersion())) return undefined
  const responses = await Promise.all(
    reads.map(({ method, params }) => second(method, params, z.unknown(), { signal })),
  )
  if (responses.every((response, at) => JSON.stringify(response) === JSON.stringify(reads[at]?.result)))
    return true
  // An upgrade in between explains the difference.
  return (await isAtVersion()) ? false : undefined
}

/**
 * Whether a second endpoint reports the same metadata, on which all decoding and encoding for the chain depends. An endpoint
 * that does not respond in time, or has another runtime version, confirms nothing.
 * @throws WidgetError `http/invalid-response` (`data.reason` servers-disagree) if both report the same runtime version with
 * different metadata.
 */
export async function crossCheckRuntime(
  { second, clock }: { readonly second: JsonRpc; readonly clock: Clock },
  reads: readonly MetadataRead[],
  specVersion: number,
): Promise<RuntimeSource> {
  const tooSlow = () => new Error('The second endpoint takes too long')
  const same = await withTimeout(clock, agreementLimitMs, tooSlow, (signal) =>
    isSame(second, reads, specVersion, signal),
  ).catch(() => undefined)
  if (same === false) throw disagreementError()
  return same === true ? 'agreed' : 'single'
}
