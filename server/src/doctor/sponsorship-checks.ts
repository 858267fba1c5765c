import { entryPointAddress } from '../../../shared/config/embedded-account.ts'
import * as z from '../../../shared/zod.ts'
import type { Config } from '../config/config-schema.ts'
import { readJson } from '../core/json-text.ts'
import { chainLabel, type NameOf } from './chain-checks.ts'
import { type CheckVerdict, failed, passed, warning } from './check-verdict.ts'
import type { Deployment } from './deployment.ts'
import { callChain } from './gateway-checks.ts'
import { mapLimited } from './map-limited.ts'

const check = 'sponsorship'
const maxConcurrentNetworks = 4
/** JSON-RPC 2.0: the method does not exist. */
const methodNotFound = -32_601

const responseSchema = z.union([
  z.object({ error: z.object({ code: z.int() }) }),
  z.object({ result: z.unknown() }),
])
const entryPointsSchema = z.array(z.string())
const codeSchema = z.object({ result: z.string() })

/** What a service responds; `reason` contains no part of its URL, which has keys. */
type Answer =
  | { readonly is: 'result'; readonly result: unknown }
  | { readonly is: 'error'; readonly code: number }
  | { readonly is: 'none'; readonly reason: string }

async function call(
  { send }: Deployment,
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await send(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  if (response.is === 'failed') return { is: 'none', reason: response.reason.replaceAll(url, '…') }
  const parsed = z.safeParse(responseSchema, readJson(response.text))
  if (!parsed.success) return { is: 'none', reason: `status ${response.status}, and no JSON-RPC` }
  return 'error' in parsed.data
    ? { is: 'error', code: parsed.data.error.code }
    : { is: 'result', result: parsed.data.result }
}

/** An operation that no paymaster has to accept: what matters is that it knows the method. */
const emptyOperation = {
  ...{ sender: `0x${'0'.repeat(39)}1`, nonce: '0x0', callData: '0x' },
  ...{ callGasLimit: '0x0', verificationGasLimit: '0x0', preVerificationGas: '0x0' },
  ...{ maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' },
}

type Network = NonNullable<Config['embeddedWallet']['sponsorship']>['networks'][number]
type Gateway = { readonly rpcUrl: string; readonly nameOf: NameOf }

async function checkNetwork(
  deployment: Deployment,
  { rpcUrl, nameOf }: Gateway,
  { chainId, bundlerUrl, paymasterUrl = bundlerUrl, paymasterContext }: Network,
): Promise<readonly CheckVerdict[]> {
  // The process that serves the rest of the deployment does not call them.
  if (bundlerUrl === undefined || paymasterUrl === undefined) return []
  const label = chainLabel(chainId, nameOf)
  const chain = `0x${BigInt(chainId.slice('eip155:'.length)).toString(16)}`
  const stubParams = [emptyOperation, entryPointAddress, chain, paymasterContext]
  const codeCall = { method: 'eth_getCode', params: [entryPointAddress, 'latest'] }
  const [entryPoints, served, stub, code] = await Promise.all([
    call(deployment, bundlerUrl, 'eth_supportedEntryPoints', []),
    call(deployment, bundlerUrl, 'eth_chainId', []),
    call(deployment, paymasterUrl, 'pm_getPaymasterStubData', stubParams),
    callChain(deployment, rpcUrl, chainId, codeCall),
  ])
  const remedy = `Check the URLs of ${chainId} in embeddedWallet.sponsorship.networks`
  const supported = z.safeParse(
    entryPointsSchema,
    entryPoints.is === 'result' ? entryPoints.result : undefined,
  )
  const codeResponse = z.safeParse(codeSchema, code.is === 'answered' ? readJson(code.text) : undefined)
  const problems: CheckVerdict[] = []
  if (entryPoints.is === 'none')
    problems.push(warning(check, `has no answer of the bundler of ${label}: ${entryPoints.reason}`, remedy))
  else if (
    !supported.success ||
    !supported.data.some((one) => one.toLowerCase() === entryPointAddress.toLowerCase())
  )
    problems.push(
      failed(check, `has a bundler of ${label} without EntryPoint v0.9`, 'Use one that has this version'),
    )
  if (served.is === 'result' && served.result !== chain)
    problems.push(failed(check, `has a bundler of another chain for ${label}`, remedy))
  if (stub.is === 'none')
    problems.push(
      warning(check, `has no answer of the paymaster service of ${label}: ${stub.reason}`, remedy),
    )
  else if (stub.is === 'error' && stub.code === methodNotFound)
    problems.push(failed(check, `has a paymaster service of ${label} without ERC-7677`, remedy))
  if (codeResponse.success && codeResponse.data.result === '0x')
    problems.push(
      failed(
        check,
        `cannot work on ${label}: EntryPoint v0.9 is not deployed there`,
        `Remove ${chainId} from embeddedWallet.sponsorship.networks`,
      ),
    )
  return problems.length > 0
    ? problems
    : [passed(check, `has a bundler and a paymaster service that answer for ${label}`)]
}

/**
 * Calls the bundler and the paymaster service of each sponsored network: whether they respond, and have the methods and the EntryPoint
 * that the wallet uses. Sends no operation; the service may count the call for one that it refuses.
 */
export async function checkSponsorship(
  deployment: Deployment,
  gateway: Gateway,
  networks: readonly Network[],
): Promise<readonly CheckVerdict[]> {
  const verdicts = await mapLimited(networks, maxConcurrentNetworks, (network) =>
    checkNetwork(deployment, gateway, network),
  )
  return verdicts.flat()
}
