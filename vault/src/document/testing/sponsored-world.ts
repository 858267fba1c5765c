import { type Address, encodeDeployData, encodeFunctionData, type Hex, parseEther } from 'viem'
import { entryPoint09Abi } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, vi } from 'vitest'
import { createSponsorship } from '#server/core/embedded/sponsorship.ts'
import type { CallService } from '#server/ports/sponsorship.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { systemClock } from '#shared/channel/clock.ts'
import { embeddedAccountAddress, entryPointAddress } from '#shared/config/embedded-account.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { startAnvil } from '#stack/chains/anvil.ts'
import { type ChainPlan, multicall3Address } from '#stack/chains/local-chains.ts'
import { createAdminClient, createRunningChain } from '#stack/chains/running-chain.ts'
import { sendAll } from '#stack/chains/send-all.ts'
import { multicall3Bytecode } from '#stack/contracts/out/multicall3.ts'
import { tokenArtefact } from '#stack/contracts/out/token.ts'
import { freePort } from '#stack/ports.ts'
import { seedSponsor } from '#stack/sponsorship/entry-point.ts'
import type { SponsorFaults } from '#stack/sponsorship/faults.ts'
import { createSponsorApp } from '#stack/sponsorship/sponsor-app.ts'
import type { Connection, RpcRequest } from '#widget/chains/chain-adapter.ts'
import { createAdapter } from '#widget/chains/eip155/adapter.ts'
import { testLocalKey } from '#widget/chains/eip155/testing/local-key.ts'
import type { OperationState, SponsoredOperation, SponsorPort } from '#widget/chains/sponsorship.ts'
import { embeddedWallet } from '#widget/chains/testing/embedded-wallet.ts'
import { sleep } from '#widget/lib/async.ts'
import { embeddedAccountCreationCode } from '../../../../contracts/out/embedded-account.ts'

const plan: ChainPlan = {
  ...{ chainId: 31337, name: 'Local chain', port: 'chainLocal', network: 'ethereum', configured: false },
}
const network = {
  id: parseChainId(`eip155:${plan.chainId}`),
  name: plan.name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
export const chainHex = '0x7a69'

/** Counters that never reach a limit. */
const counters = {
  count: async () => ({ is: 'counted' as const }),
  countGuess: async () => expect.unreachable('A guess was counted'),
  refund: async () => undefined,
  refundGuess: async () => expect.unreachable('A guess was counted'),
  claim: async () => true,
}

/** Sends one call of JSON-RPC to the local services. @throws Error if they are silent, as the server's client after its time-out. */
const serviceOf =
  (app: Awaited<ReturnType<typeof createSponsorApp>>['app'], faults: () => SponsorFaults): CallService =>
  async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const isSilent = Object.values(faults()).includes('silent')
    const late = isSilent ? sleep(systemClock, 20) : new Promise<never>(() => undefined)
    const response = await Promise.race([app.request('/rpc', { method: 'POST', body }), late])
    if (response === undefined) throw new Error('The service did not respond')
    const answer: unknown = await response.json()
    const { result, error } = Object(answer)
    return error === undefined
      ? { result }
      : { error: { code: Number(error.code), message: `${error.message}` } }
  }

/**
 * A chain with EntryPoint, paymaster and bundler, and accounts of our own wallet, whose calls pass the server's rules. Signed results
 * cross as JSON, as between the windows.
 */
export async function openSponsoredWorld() {
  const node = startAnvil(plan, await freePort())
  const chain = createRunningChain(plan, node.rpcUrl)
  const { client } = chain
  await vi.waitFor(() => client.getChainId(), { timeout: 15_000 })
  const admin = createAdminClient(plan, node.rpcUrl)
  // A call of creation code returns the code that it would deploy.
  const install = async (address: Address, creation: Hex) => {
    const { data: bytecode = '0x' } = await client.call({ data: creation })
    await admin.setCode({ address, bytecode })
  }
  await install(embeddedAccountAddress, embeddedAccountCreationCode)
  await install(multicall3Address, multicall3Bytecode)
  const services = await createSponsorApp(chain, await seedSponsor(plan, node.rpcUrl))
  const sendAsNew = async (calls: Parameters<typeof sendAll>[1]) => {
    const privateKey = generatePrivateKey()
    const sender = { label: 'new', privateKey, address: privateKeyToAccount(privateKey).address }
    await admin.setBalance({ address: sender.address, value: parseEther('10') })
    return sendAll({ plan, rpcUrl: node.rpcUrl, sender, gas: 4_000_000n }, calls)
  }
  const [deployed] = await sendAsNew([
    { data: encodeDeployData({ ...tokenArtefact, args: ['Token', 'TOK', 18] }) },
  ])
  const token = deployed?.contractAddress
  if (!token) throw new Error('The token was not created')
  let faults: SponsorFaults = {}
  const control = (path: string, body: object) =>
    services.app.request(path, { method: 'POST', body: JSON.stringify(body) })

  /** An account without native currency and with 10 tokens. `isOffered`: whether the operator pays at all. */
  async function openAccount({ isOffered = true } = {}) {
    const { key, account } = testLocalKey()
    const args = [account.address, 10n] as const
    await sendAsNew([
      { to: token ?? '0x', data: encodeFunctionData({ abi: tokenArtefact.abi, functionName: 'mint', args }) },
    ])
    const accounts = { eip155: account.address, solana: '', polkadot: '' }
    const session = (owner: string) => ({
      ...{ tokenHash: '', absoluteExpiresAtMs: 0 },
      user: { id: 'ada', walletId: 'wallet', accounts: { ...accounts, eip155: owner }, createdAtMs: 0 },
      device: {
        ...{ id: 'd', userId: 'ada', keyThumbprint: '', kind: 'frame' as const, site: '', name: '' },
        ...{ vaultId: undefined, createdAtMs: 0, lastUsedAtMs: 0 },
      },
      proof: { steppedUpAtMs: undefined, assertion: undefined, walletProvedAtMs: undefined },
    })
    const service = serviceOf(services.app, () => faults)
    const gateway = createSponsorship(
      {
        networks: [
          {
            ...{ chainId: network.id, bundler: service, paymaster: service, paymasterContext: {} },
            operationsPerDay: 1_000,
          },
        ],
        operationsPerUserPerDay: 1_000,
      },
      { counters, clock: Date.now },
    )
    const records = new Map<
      string,
      { readonly operation: SponsoredOperation; readonly state: OperationState }
    >()
    const sponsor: SponsorPort = {
      nameOf: () => (isOffered ? 'Local operator' : undefined),
      call: async (chainId, method, params) => {
        const call = { chainId, method, params: [...params] }
        const response = await gateway.call(session(account.address), call, new AbortController().signal)
        if ('error' in response) throw new ProviderRpcError(response.error.code, response.error.message)
        return response.result
      },
      open: () =>
        [...records.values()]
          .filter(({ state: { is } }) => is === 'open' || is === 'dropped')
          .map(({ operation, state: { is } }) => ({ ...operation, isDropped: is === 'dropped' })),
      store: (operation, state) => void records.set(operation.hash, { operation, state }),
      remove: ({ hash }) => void records.delete(hash),
    }
    const own = await embeddedWallet(key, network, { eip155: account.address })
    const ports = { rpcUrl: () => node.rpcUrl, fetch, clock: systemClock, pollIntervalMs: 20 }
    const adapter = createAdapter({
      ...{ transport: own.transport, ...ports },
      ...{ sponsorName: sponsor.nameOf, loadSponsor: async () => sponsor },
    })
    own.setAdapter(adapter)
    const connection: Connection = await adapter.connect(own.wallet, { silent: true })
    const keys = await adapter.localKeys?.()
    if (keys === undefined) throw new Error('The adapter has keys')
    const prepare = (request: RpcRequest) => adapter.prepare(connection, request)
    return {
      ...{ key, account, adapter, connection, keys, sponsor, records, gateway, session, prepare },
      complete: (request: RpcRequest, options?: { isSmartAccount: boolean }) =>
        keys.complete(connection, request, network, options),
      request: async (method: string, ...params: readonly unknown[]) =>
        (await prepare({ method, params })).requestWallet(),
      /** A call that transfers tokens of the account. */
      transfer: (to: Address, amount: bigint) => ({
        from: account.address,
        to: token ?? '0x',
        chainId: chainHex,
        data: encodeFunctionData({ abi: tokenArtefact.abi, functionName: 'transfer', args: [to, amount] }),
      }),
      tokens: (): Promise<bigint> =>
        client.readContract({
          ...{ address: token ?? '0x', abi: tokenArtefact.abi, functionName: 'balanceOf' },
          args: [account.address],
        }),
      operationNonce: (): Promise<bigint> =>
        client.readContract({
          ...{ address: entryPointAddress, abi: entryPoint09Abi, functionName: 'getNonce' },
          args: [account.address, 0n],
        }),
    }
  }
  return {
    ...{ network, token, openAccount, acceptedCount: services.acceptedCount },
    balance: (address: Address): Promise<bigint> => client.getBalance({ address }),
    code: (address: Address): Promise<Hex | undefined> => client.getCode({ address }),
    setFaults: (next: SponsorFaults) => {
      faults = next
      return control('/faults', next)
    },
    release: () => control('/release', {}),
    setBalance: async (address: Address, value: bigint): Promise<void> =>
      admin.setBalance({ address, value }),
    /** Whether the transaction succeeded. */
    succeeded: async (hash: Hex): Promise<boolean> =>
      (await client.getTransactionReceipt({ hash })).status === 'success',
    stop: () => node.stop(),
  }
}

export type SponsoredWorld = Awaited<ReturnType<typeof openSponsoredWorld>>
