import * as z from 'zod/mini'
import type { Clock } from '#shared/channel/clock.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { withTimeout } from '#widget/lib/async.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { MetadataRead } from '../http-provider.ts'

/** By whose word calls of a chain are read: by that of two endpoints, or of one alone. */
export type RuntimeSource = 'agreed' | 'single'

/** A second endpoint that takes longer counts as none. */
const agreementLimitMs = 6_000

const versionSchema = () => z.object({ specVersion: z.int() })

const disagreement = () =>
  new WidgetError('http/invalid-response', 'The servers of this network describe its calls differently', {
    data: { reason: 'servers-disagree' },
  })

/** Whether the answers are the same; `undefined` where the endpoint is at another runtime. */
async function isSame(
  second: JsonRpc,
  reads: readonly MetadataRead[],
  specVersion: number,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const isAtVersion = async () =>
    (await second('state_getRuntimeVersion', [], versionSchema(), { signal })).specVersion === specVersion
  if (reads.length === 0 || !(await isAtVersion())) return undefined
  const answers = await Promise.all(
    reads.map(({ method, params }) => second(method, params, z.unknown(), { signal })),
  )
  if (answers.every((answer, at) => JSON.stringify(answer) === JSON.stringify(reads[at]?.result))) return true
  // An upgrade in between explains the difference.
  return (await isAtVersion()) ? false : undefined
}

/**
 * Whether a second endpoint reports the same metadata, which all that is read and encoded on the chain stands on. One that
 * does not answer in time, or is at another runtime than the first, confirms nothing.
 * @throws WidgetError `http/invalid-response` (`data.reason` servers-disagree) where both report one version of the runtime
 * with other metadata.
 */
export async function agreeOnRuntime(
  { second, clock }: { readonly second: JsonRpc; readonly clock: Clock },
  reads: readonly MetadataRead[],
  specVersion: number,
): Promise<RuntimeSource> {
  const tooSlow = () => new Error('The second endpoint takes too long')
  const same = await withTimeout(clock, agreementLimitMs, tooSlow, (signal) =>
    isSame(second, reads, specVersion, signal),
  ).catch(() => undefined)
  if (same === false) throw disagreement()
  return same === true ? 'agreed' : 'single'
}
