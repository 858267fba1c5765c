import { encodeFunctionData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deployer } from '../../../../e2e/stack/accounts.ts'
import type { ChainPlan } from '../../../../e2e/stack/chains/local-chains.ts'
import { waitForReceipt } from '../../../../e2e/stack/chains/running-chain.ts'
import { type SeededAnvil, startSeededAnvil } from '../../../../e2e/stack/chains/testing/seeded-anvil.ts'
import { smartAccountFactoryArtefact } from '../../../../e2e/stack/contracts/out/smart-account-factory.ts'
import {
  installFarcasterRegistries,
  type LocalFarcasterRegistries,
} from '../../../../e2e/stack/farcaster/registries.ts'
import { nodeRpc } from '../../chain-clients/testing/node-rpc.ts'
import { farcasterChain } from '../../core/embedded/farcaster-message.ts'
import type { EmbeddedClient } from '../../core/embedded/testing/embedded-client.ts'
import { type FarcasterWorld, openFarcasterWorld } from '../../core/embedded/testing/farcaster-world.ts'
import { ChainCallError } from '../../ports/chain-call-error.ts'
import { createFarcasterRegistries, farcasterAddresses } from './farcaster-registries.ts'
import type { FarcasterAccount } from './testing/phone.ts'

const plan: ChainPlan = {
  chainId: 10,
  name: 'OP',
  port: 'chainLocal',
  network: 'optimism',
  configured: false,
}
const newKey = () => privateKeyToAccount(generatePrivateKey())
type Key = ReturnType<typeof newKey>

const phoneOf = (fid: number, key: Key, address = key.address): FarcasterAccount => ({
  ...{ fid, address },
  sign: (message) => key.signMessage({ message }),
})

let node: SeededAnvil
let registries: LocalFarcasterRegistries
beforeAll(async () => {
  node = await startSeededAnvil(plan)
  registries = await installFarcasterRegistries(node.chain, node.admin)
})
afterAll(() => node.stop())

const rpc = () => nodeRpc({ [farcasterChain]: node.chain.rpcUrl })
const isSignerOf = (address: string, fid: number) =>
  createFarcasterRegistries(rpc(), { chainId: farcasterChain, ...farcasterAddresses }).isSignerOf(
    address,
    fid,
  )

describe('registries of OP Mainnet', () => {
  it('custody address › signer of its account until it is transferred', async () => {
    const [first, second] = [newKey().address, newKey().address]
    const fid = await registries.register(first)
    expect(await isSignerOf(first, fid)).toBe(true)
    expect(await isSignerOf(first, fid + 1)).toBe(false)
    expect(await isSignerOf(second, fid)).toBe(false)
    await registries.transfer(first, second)
    expect(await isSignerOf(first, fid)).toBe(false)
    expect(await isSignerOf(second, fid)).toBe(true)
  })

  it('auth address › signer of its account until it is removed', async () => {
    const [custody, auth, other] = [newKey().address, newKey().address, newKey().address]
    const fid = await registries.register(custody)
    const otherFid = await registries.register(other)
    expect(await isSignerOf(auth, fid)).toBe(false)
    await registries.addAuthAddress(custody, auth)
    expect(await isSignerOf(auth, fid)).toBe(true)
    expect(await isSignerOf(auth, otherFid)).toBe(false)
    await registries.removeAuthAddress(custody, auth)
    expect(await isSignerOf(auth, fid)).toBe(false)
    expect(await isSignerOf(custody, fid)).toBe(true)
  })

  it('key of another type › no signer', async () => {
    const [custody, key] = [newKey().address, newKey().address]
    const fid = await registries.register(custody)
    await registries.addAuthAddress(custody, key, 1)
    expect(await isSignerOf(key, fid)).toBe(false)
  })

  it('both registries › one block, no cache', async () => {
    const recorded = rpc()
    await createFarcasterRegistries(recorded, { chainId: farcasterChain, ...farcasterAddresses }).isSignerOf(
      newKey().address,
      1,
    )
    expect(recorded.fresh).not.toContain(false)
    const blocks = recorded.sent
      .flat()
      .flatMap(({ method, params }) => (method === 'eth_call' ? [params?.[1]] : []))
    expect(blocks).toHaveLength(2)
    expect(new Set(blocks).size).toBe(1)
    expect(blocks[0]).toMatch(/^0x/)
  })

  it.each(['idRegistry', 'keyRegistry'] as const)('no contract at %s › throws', async (name) => {
    const contracts = { chainId: farcasterChain, ...farcasterAddresses, [name]: newKey().address }
    await expect(createFarcasterRegistries(rpc(), contracts).isSignerOf(newKey().address, 1)).rejects.toThrow(
      ChainCallError,
    )
  })
})

describe('login with Farcaster on a chain', () => {
  let world: FarcasterWorld
  let client: EmbeddedClient
  beforeEach(async () => {
    world = await openFarcasterWorld(rpc())
    client = await world.createClient()
    return () => world.close()
  })

  /** Begins a login, and answers it; `beforeRead` runs once the phone has answered. */
  async function logIn(account: FarcasterAccount, beforeRead = async () => {}) {
    const { id, url } = await world.begin(client)
    await world.phone.approve(url, account)
    await beforeRead()
    const { body } = await world.poll(client, id)
    return body
  }
  const completed = { is: 'completed' }
  const failed = { is: 'failed', reason: 'wrong-signer' }

  it('custody address › logs in; transferred after the signature: failed', async () => {
    const key = newKey()
    const fid = await registries.register(key.address)
    expect(await logIn(phoneOf(fid, key))).toMatchObject(completed)
    const transfer = () => registries.transfer(key.address, newKey().address)
    expect(await logIn(phoneOf(fid, key), transfer)).toMatchObject(failed)
  })

  it('auth address › logs in the same user; removed after the signature: failed', async () => {
    const [custody, auth] = [newKey(), newKey()]
    const fid = await registries.register(custody.address)
    await registries.addAuthAddress(custody.address, auth.address)
    expect(await logIn(phoneOf(fid, custody))).toMatchObject({ ...completed, isNew: true })
    expect(await logIn(phoneOf(fid, auth))).toMatchObject({ ...completed, isNew: false })
    const remove = () => registries.removeAuthAddress(custody.address, auth.address)
    expect(await logIn(phoneOf(fid, auth), remove)).toMatchObject(failed)
  })

  it('custody by a contract (ERC-1271) › logs in with its owner, not with another key', async () => {
    const { abi, bytecode } = smartAccountFactoryArtefact
    const owner = newKey()
    const factory = await node.deploy(bytecode)
    const account = await node.chain.client.readContract({
      ...{ address: factory, abi, functionName: 'addressOf', args: [owner.address] },
    })
    const data = encodeFunctionData({ abi, functionName: 'make', args: [owner.address] })
    await node.admin.impersonateAccount({ address: deployer.address })
    const made = await node.admin.sendUnsignedTransaction({ from: deployer.address, to: factory, data })
    await waitForReceipt(node.chain.client, made)
    const fid = await registries.register(account)
    expect(await logIn(phoneOf(fid, owner, account))).toMatchObject(completed)
    expect(await logIn(phoneOf(fid, newKey(), account))).toMatchObject(failed)
  })

  it('key without an account › failed', async () => {
    const fid = await registries.register(newKey().address)
    expect(await logIn(phoneOf(fid, newKey()))).toMatchObject(failed)
  })
})
