import * as z from 'zod/mini'
import { getSupportedChains } from '../../../shared/api/chains.ts'
import { endpointUrl } from '../../../shared/api/endpoint.ts'
import { postRpc } from '../../../shared/api/rpc.ts'
import { readJson } from '../core/json-text.ts'
import { type ChainVerdict, chainVerdicts, type NameOf, silenceReasons } from './chain-checks.ts'
import { type CheckVerdict, failed, passed } from './check-verdict.ts'
import { commonQueryOf, type Deployment } from './deployment.ts'
import { statusProblem } from './http.ts'
import { mapLimited } from './map-limited.ts'

const check = 'RPC gateway'
const callsAtOnce = 6
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
function refusalText(json: unknown, fallback: string): string {
  const error = z.safeParse(errorSchema, json)
  if (error.success) return error.data.error.message
  const reasons = z.safeParse(reasonsSchema, json)
  return (reasons.success ? reasons.data.reasons[0]?.description : undefined) ?? fallback
}

/** The gateway's status for a chain that it has no nodes for. */
const unservedStatus = 400

type CheckedChain = {
  /** CAIP-2. */
  readonly chainId: string
  /** True if the API lists it; an unlisted chain may have no nodes. */
  readonly isListed: boolean
}

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
  const answer = await deployment.send(
    endpointUrl(rpcUrl, postRpc, {}, { chainId }, commonQueryOf(deployment)),
    {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    },
  )
  const json = answer.is === 'answered' ? readJson(answer.text) : undefined
  const result = z.safeParse(resultSchema, json)
  if (answer.is === 'answered' && answer.status === unservedStatus && !isListed) return 'unserved'
  if (!result.success) {
    const problem = statusProblem(answer) ?? 'answers something else than JSON-RPC'
    return { chainId, fault: { is: 'no-answer', reason: refusalText(json, problem) } }
  }
  return referenceOf(result.data.result) === reference
    ? undefined
    : { chainId, fault: { is: 'other-chain', result: result.data.result } }
}

type Gateway = {
  readonly blockchainApiUrl: string
  readonly rpcUrl: string
  /** CAIP-2 ids of further chains that the gateway may serve: the API lists only chains whose balances it reads. */
  readonly moreChains: readonly string[]
  readonly nameOf: NameOf
}

/**
 * Calls each chain that the API lists once, and of the others those that the gateway has nodes for. If none responds, the
 * gateway itself does not work.
 */
export async function checkGateway(
  deployment: Deployment,
  { blockchainApiUrl, rpcUrl, moreChains, nameOf }: Gateway,
): Promise<readonly CheckVerdict[]> {
  const url = endpointUrl(blockchainApiUrl, getSupportedChains, {}, {}, commonQueryOf(deployment))
  const answer = await deployment.send(url)
  const listed = z.safeParse(
    getSupportedChains.response(),
    answer.is === 'answered' ? readJson(answer.text) : undefined,
  )
  const problem = statusProblem(answer)
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
    ...moreChains
      .filter((chainId) => !listedChains.includes(chainId))
      .map((chainId) => ({ chainId, isListed: false })),
  ].slice(0, chainsMaxCount)
  const called = await mapLimited(chains, callsAtOnce, (chain) => checkChain(deployment, rpcUrl, chain))
  const results = called.filter((result) => result !== 'unserved')
  const wrong = results.filter((result) => result !== undefined)
  if (wrong.length === results.length && wrong.every(({ fault }) => fault.is === 'no-answer'))
    return [
      failed(
        check,
        `has no answer of any chain (${silenceReasons(wrong)})`,
        'Check that the server can reach its RPC nodes',
      ),
    ]
  return wrong.length > 0
    ? [
        ...chainVerdicts(check, wrong, nameOf),
        passed(check, `has answers of ${results.length - wrong.length} of ${results.length} chains`),
      ]
    : [passed(check, `has answers of all ${results.length} chains`)]
}
