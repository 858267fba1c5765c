import { type ChainId, chainIdSchema } from '#shared/caip/chain-id.ts'
import { type Namespace, namespaceSchema } from '#shared/caip/namespace.ts'
import { type OpenRequest, openRequestSchema } from '#shared/config/requested-view.ts'
import type { ThemeMode } from '#shared/config/theme.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import {
  anything,
  flag,
  invalidPath,
  nonEmptyText,
  oneOf,
  optional,
  parseWire,
  strictObject,
  text,
  type Wire,
} from '#shared/wire-schema.ts'
import { lazyOnce } from '#widget/lib/lazy-once.ts'
import type { HostCall } from './config-problems.ts'

/** Calls that SDK functions pass on as the page passed them (`passed` in `shared/channel/channel-methods.ts`). */
type HostCalls = {
  'modal.open': OpenRequest
  'wallet.connect': { walletId: string }
  'session.disconnect': { namespace?: Namespace | undefined; walletId?: string | undefined }
  'network.switch': { chainId: ChainId }
  'theme.set': { mode?: ThemeMode | undefined; variables?: unknown }
  'consent.set': { analytics: boolean }
}

const schemas: { readonly [Name in HostCall]: Wire<HostCalls[Name], unknown> } = {
  'modal.open': openRequestSchema,
  'wallet.connect': strictObject({ walletId: nonEmptyText(256) }),
  'session.disconnect': strictObject({ namespace: optional(namespaceSchema), walletId: optional(text()) }),
  'network.switch': strictObject({ chainId: chainIdSchema }),
  'theme.set': strictObject({ mode: optional(oneOf('light', 'dark', 'auto')), variables: anything }),
  'consent.set': strictObject({ analytics: flag }),
}

/** Messages for developers are loaded on the first invalid option or parameter. */
export const configProblems = lazyOnce(() => import('./config-problems.ts'))

async function rejectParameters(name: HostCall, path: readonly string[], passed: unknown): Promise<never> {
  const problems = await configProblems().catch(() => undefined)
  throw new ProviderRpcError(
    providerCodes.invalidParams,
    problems?.parameterProblem(name, path, passed) ?? `Invalid params for ${[name, ...path].join('.')}`,
  )
}

/**
 * Creates a handler of a host call from a function of its parsed parameters.
 * @throws ProviderRpcError −32602, whose message names the parameter, its value and the accepted ones.
 */
export const hostMethod =
  <Name extends HostCall, Context, Result>(
    name: Name,
    run: (params: HostCalls[Name], context: Context) => Result | Promise<Result>,
  ) =>
  (passed: unknown, context: Context): Result | Promise<Result> => {
    const schema: Wire<HostCalls[Name], unknown> = schemas[name]
    const parsed = parseWire(schema, passed)
    return parsed.success
      ? run(parsed.data, context)
      : rejectParameters(name, invalidPath(schema, passed), passed)
  }
