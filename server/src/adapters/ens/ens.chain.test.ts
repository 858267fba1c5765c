import { type Address, getContractAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devAccount } from '../../../../e2e/stack/accounts.ts'
import { impostor, ensNames as localNames } from '../../../../e2e/stack/chains/ens.ts'
import { multicall3Address } from '../../../../e2e/stack/chains/local-chains.ts'
import { type SeededAnvil, startSeededAnvil } from '../../../../e2e/stack/chains/testing/seeded-anvil.ts'
import { NodeErrorResponse, nodeRpc, scriptedRpc } from '../../chain-clients/testing/node-rpc.ts'
import { createEnsNames, ensOnEthereum } from './ens.ts'

const [anna] = localNames
if (anna === undefined) throw new Error('There are no names')
/** The local registry is the first contract of its registrar. */
const registry = getContractAddress({ from: devAccount('names-registrar').address, nonce: 0n })
const emptyAddress: Address = '0x00000000000000000000000000000000000000aa'

let node: SeededAnvil
beforeAll(async () => {
  node = await startSeededAnvil()
})
afterAll(() => node.stop())

const { universalResolver } = ensOnEthereum
describe.each([
  ['universal resolver', { universalResolver }, { universalResolver: emptyAddress }],
  [
    'universal resolver, the registry given too',
    { universalResolver, registry: emptyAddress },
    { universalResolver: emptyAddress, registry },
  ],
  ['registry', { registry }, { registry: emptyAddress }],
] as const)('ENS names › by the %s', (_, contract, absent) => {
  const service = (at: typeof contract | typeof absent = contract) =>
    createEnsNames(nodeRpc({ [node.chainId]: node.chain.rpcUrl }), {
      chain: { chainId: node.chainId, multicall3: multicall3Address },
      contract: at,
    })
  const found = {
    name: 'anna.eth',
    addresses: { 60: anna.account.address },
    avatar: expect.stringContaining('data:image/svg+xml'),
  }

  it('registered name, in any letter case › its address and its avatar', async () => {
    expect(await service().resolve('anna.eth')).toEqual(found)
    expect(await service().resolve('ANNA.eth')).toEqual(found)
    expect(await service().resolve('lantern.eth')).toMatchObject({ avatar: undefined })
  })

  it('account › its primary name; undefined without one, or with a stolen one', async () => {
    expect(await service().reverseResolve(anna.account.address.toLowerCase())).toEqual(found)
    expect(await service().reverseResolve(impostor.address)).toBeUndefined()
    expect(await service().reverseResolve(emptyAddress)).toBeUndefined()
    expect(await service().reverseResolve('anna.eth')).toBeUndefined()
  })

  it('unregistered or invalid name › undefined', async () => {
    for (const name of ['absent.eth', '\u0430nna.eth', 'anna', `${'a'.repeat(256)}.eth`, ''])
      expect(await service().resolve(name)).toBeUndefined()
    expect(service().isName('anna.eth')).toBe(true)
    expect(service().isName('\u0430nna.eth')).toBe(false)
  })

  it('no ENS on the chain, or no response › throws', async () => {
    await expect(service(absent).resolve('anna.eth')).rejects.toThrow('There is no ENS')
    await expect(service(absent).reverseResolve(anna.account.address)).rejects.toThrow('There is no ENS')
    const failingRpc = scriptedRpc([node.chainId], () => {
      throw new NodeErrorResponse(-32603, 'no node answers')
    })
    const names = createEnsNames(failingRpc, { chain: { chainId: node.chainId }, contract })
    await expect(names.resolve('anna.eth')).rejects.toThrow('no node answers')
    await expect(names.reverseResolve(anna.account.address)).rejects.toThrow('no node answers')
  })
})
