import { keccak256 } from 'viem'
import { getSupportedChains } from '../../../shared/api/chains.ts'
import { endpointUrl } from '../../../shared/api/endpoint.ts'
import {
  create2DeployerAddress,
  embeddedAccountAddress,
  embeddedAccountCodeHash,
} from '../../../shared/config/embedded-account.ts'
import * as z from '../../../shared/zod.ts'
import { readJson } from '../core/json-text.ts'
import { chainLabel, type NameOf } from './chain-checks.ts'
import { type CheckVerdict, failed, passed, warning } from './check-verdict.ts'
import { commonQueryOf, type Deployment } from './deployment.ts'
import { callChain } from './gateway-checks.ts'
import { mapLimited } from './map-limited.ts'

const check = 'account contract'
const maxConcurrentCalls = 6
/** Maximum number of chains that are called. */
const chainsMaxCount = 250

const codeSchema = z.object({
  result: z.templateLiteral(['0x', z.string().check(z.regex(/^(?:[0-9a-f]{2})*$/i))]),
})

/** What a chain has at the address of the account contract. */
type ChainState =
  | { readonly is: 'deployed' | 'other-code' | 'unread' }
  | { readonly is: 'absent'; readonly hasDeployer: boolean }

async function readState(deployment: Deployment, rpcUrl: string, chainId: string): Promise<ChainState> {
  const codeAt = async (address: string) => {
    const call = { method: 'eth_getCode', params: [address, 'latest'] }
    const response = await callChain(deployment, rpcUrl, chainId, call)
    const parsed = z.safeParse(codeSchema, response.is === 'answered' ? readJson(response.text) : undefined)
    return parsed.success ? parsed.data.result : undefined
  }
  const code = await codeAt(embeddedAccountAddress)
  if (code === undefined) return { is: 'unread' }
  if (code !== '0x') return { is: keccak256(code) === embeddedAccountCodeHash ? 'deployed' : 'other-code' }
  const deployer = await codeAt(create2DeployerAddress)
  return deployer === undefined ? { is: 'unread' } : { is: 'absent', hasDeployer: deployer !== '0x' }
}

type Gateway = { readonly blockchainApiUrl: string; readonly rpcUrl: string; readonly nameOf: NameOf }

/**
 * Reads on each EVM chain whether the account contract of the embedded wallet is deployed. Where it is not, accounts are plain
 * accounts: they send, and execute no batches.
 */
export async function checkAccountContract(
  deployment: Deployment,
  { blockchainApiUrl, rpcUrl, nameOf }: Gateway,
): Promise<readonly CheckVerdict[]> {
  const url = endpointUrl(blockchainApiUrl, getSupportedChains, {}, {}, commonQueryOf(deployment))
  const response = await deployment.send(url)
  const listed = z.safeParse(
    getSupportedChains.response(),
    response.is === 'answered' ? readJson(response.text) : undefined,
  )
  // The check of the gateway states what is wrong.
  if (!listed.success) return []
  const chains = listed.data.http.filter((id) => id.startsWith('eip155:')).slice(0, chainsMaxCount)
  const states = await mapLimited(chains, maxConcurrentCalls, async (chainId) => ({
    label: chainLabel(chainId, nameOf),
    state: await readState(deployment, rpcUrl, chainId),
  }))
  const labelsOf = (isMeant: (state: ChainState) => boolean) =>
    states.flatMap(({ label, state }) => (isMeant(state) ? [label] : []))
  const found = labelsOf(({ is }) => is === 'deployed')
  const others = labelsOf(({ is }) => is === 'other-code')
  const deployable = labelsOf((state) => state.is === 'absent' && state.hasDeployer)
  const withoutDeployer = labelsOf((state) => state.is === 'absent' && !state.hasDeployer)
  return [
    ...(others.length === 0
      ? []
      : [
          failed(
            check,
            `has other code on ${others.join(', ')}`,
            'Check the RPC nodes of these chains: the address follows from the code',
          ),
        ]),
    ...(deployable.length === 0
      ? []
      : [
          warning(
            check,
            `is not deployed on ${deployable.join(', ')}: accounts execute no batches there`,
            'Send the transaction of drawbridge account-contract there, from any account',
          ),
        ]),
    ...(withoutDeployer.length === 0
      ? []
      : [
          warning(
            check,
            `cannot be deployed on ${withoutDeployer.join(', ')}: the CREATE2 deployer is missing there`,
            `Deploy the one at ${create2DeployerAddress} first`,
          ),
        ]),
    ...(found.length === 0 ? [] : [passed(check, `is deployed on ${found.join(', ')}`)]),
  ]
}
