import { getSupportedChains } from '../../../shared/api/chains.ts'
import { endpointUrl } from '../../../shared/api/endpoint.ts'
import { postRpc } from '../../../shared/api/rpc.ts'
import * as z from '../../../shared/zod.ts'
import { readJson } from '../core/json-text.ts'
import { type ChainVerdict, chainVerdicts, failureReasons, type NameOf } from './chain-checks.ts'
import { type CheckVerdict, failed, passed } from './check-verdict.ts'
import { commonQueryOf, type Deployment } from './deployment.ts'
import { statusProblem } from './http.ts'
import { mapLimited } from './map-limited.ts'

const check = 'RPC gateway'
const maxConcurrentCalls = 6
/** Maximum number of chains that are called. */
const chainsMaxCount = 250
/** CAIP-2 references of Solana and Polkadot are the first characters of the genesis hash. */
const referenceLength = 32

type Probe = {
  readonly method: string
  readonly params: readonly unknown[]
  /** The CAIP-2 reference of a result; undefined for an invalid one. */
  readonly referenceOf: (result: string) => string | undefined
}

/** The call of each namespace whose result identifies the chain. */
const probes: Readonly<Record<string, Probe>> = {
  eip155: {
    method: 'eth_chainId',
    params: [],
    referenceOf: (result) => (/^0x[0-9a-fA-F]{1,64}$/.test(result) ? BigInt(result).toString() : undefined),
  },
  solana: {
    method: 'getGenesisHash',
    params: [],
    referenceOf: (result) => result.slice(0, referenceLength),
  },
  polkadot: {
    method: 'chain_getBlockHash',
    params: [0],
    referenceOf: (result) => result.replace(/^0x/, '').slice(0, referenceLength),
  },
}

const resultSchema = z.object({ result: z.string() })
const errorSchema = z.object({ error: z.object({ message: z.string() }) })
const reasonsSchema = z.object({ reasons: z.array(z.object({ description: z.string() })) })

/** The error text of a response without a result. */
function errorText(json: unknown, fallback: string): string {
  const error = z.safeParse(errorSchema, json)
  if (error.success) return error.data.error.message
  const reasons = z.safeParse(reasonsSchema, json)
  return (reasons.success ? reasons.data.reasons[0]?.description : undefined) ?? fallback
}

/** The gateway's status for a chain that it has no nodes for. */
const unsupportedStatus = 400

type CheckedChain = {
  /** CAIP-2. */
  readonly chainId: string
  /** True if the API lists it; an unlisted chain may have no nodes. */
  readonly isListed: boolean
}

/** Sends one JSON-RPC call to a chain by the gateway. */
export const callChain = (
  deployment: Deployment,
  rpcUrl: string,
  chainId: string,
  call: { readonly method: string; readonly params: readonly unknown[] },
) =>
  deployment.send(endpointUrl(rpcUrl, postRpc, {}, { chainId }, commonQueryOf(deployment)), {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
  })

/** Checks one chain: undefined when it is correct. */
async function checkChain(
  deployment: Deployment,
  rpcUrl: string,
  { chainId, isListed }: CheckedChain,
): Promise<ChainVerdict | 'unserved' | undefined> {
  const [namespace = '', reference = ''] = chainId.split(':')
  const probe = Object.hasOwn(probes, namespace) ? probes[namespace] : undefined
  if (probe === undefined) return undefined
  const { method, params, referenceOf } = probe
  const response = await callChain(deployment, rpcUrl, chainId, { method, params })
  const json = response.is === 'answered' ? readJson(response.text) : undefined
  const result = z.safeParse(resultSchema, json)
  if (response.is === 'answered' && response.status === unsupportedStatus && !isListed) return 'unserved'
  if (!result.success) {
    const problem = statusProblem(response) ?? 'answers something else than JSON-RPC'
    return { chainId, failure: { is: 'no-answer', reason: errorText(json, problem) } }
  }
  return referenceOf(result.data.result) === reference
    ? undefined
    : { chainId, failure: { is: 'other-chain', result: result.data.result } }
}

type Gateway = {
  readonly blockchainApiUrl: string
  readonly rpcUrl: string
  /** CAIP-2 ids of further chains that the gateway may serve: the API lists only chains whose balances it reads. */
  readonly unlistedChains: readonly string[]
  readonly nameOf: NameOf
}

/**
 * Calls each chain that the API lists once, and of the others those that the gateway has nodes for. If none responds, the
 * gateway itself does not work.
 */
export async function checkGateway(
  deployment: Deployment,
  { blockchainApiUrl, rpcUrl, unlistedChains, nameOf }: Gateway,
): Promise<readonly CheckVerdict[]> {
  const url = endpointUrl(blockchainApiUrl, getSupportedChains, {}, {}, commonQueryOf(deployment))
  const response = await deployment.send(url)
  const listed = z.safeParse(
    getSupportedChains.response(),
    response.is === 'answered' ? readJson(response.text) : undefined,
  )
  const problem = statusProblem(response)
  if (problem !== undefined || !listed.success)
    return [
      failed(
        check,
        `${getSupportedChains.path} ${problem ?? 'answers something else than JSON of the API'}`,
        'Pass /v1 and the paths below it on to the server',
      ),
    ]
  const listedChains = listed.data.http
  if (listedChains.length === 0)
    return [failed(check, 'lists no chains', 'Set networks, or remove the setting to get the bundled ones')]
  const chains = [
    ...listedChains.map((chainId) => ({ chainId, isListed: true })),
    ...unlistedChains
      .filter((chainId) => !listedChains.includes(chainId))
      .map((chainId) => ({ chainId, isListed: false })),
  ].slice(0, chainsMaxCount)
  const called = await mapLimited(chains, maxConcurrentCalls, (chain) =>
    checkChain(deployment, rpcUrl, chain),
  )
  const results = called.filter((result) => result !== 'unserved')
  const failedChains = results.filter((result) => result !== undefined)
  if (
    failedChains.length === results.length &&
    failedChains.every(({ failure }) => failure.is === 'no-answer')
  )
    return [
      failed(
        check,
        `has no answer of any chain (${failureReasons(failedChains)})`,
        'Check that the server can reach its RPC nodes',
      ),
    ]
  return failedChains.length > 0
    ? [
        ...chainVerdicts(check, failedChains, nameOf),
        passed(check, `has answers of ${results.length - failedChains.length} of ${results.length} chains`),
      ]
    : [passed(check, `has answers of all ${results.length} chains`)]
}
