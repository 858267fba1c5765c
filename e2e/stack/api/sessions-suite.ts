import { encodeFunctionData, type Hex, isHex, parseEther, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, publicKeyToAddress } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { postCosign } from '#shared/api/cosign.ts'
import { type Endpoint, endpointUrl } from '#shared/api/endpoint.ts'
import {
  getSessions,
  postSession,
  postSessionActivation,
  postSessionRevocation,
} from '#shared/api/sessions.ts'
import { deployer, devAccount } from '../accounts.ts'
import type { World } from '../boot.ts'
import {
  createAdminClient,
  type RunningChain,
  sendAsDeployer,
  waitForReceipt,
} from '../chains/running-chain.ts'
import { sessionAccountArtefact } from '../contracts/out/session-account.ts'
import { smartAccountFactoryArtefact } from '../contracts/out/smart-account-factory.ts'
import { describePageWorld } from '../hosts/stack-files.ts'
import { createNodeRpc } from '../wallets/node-rpc.ts'
import { planWallet } from '../wallets/presets.ts'
import { walletSetups } from '../wallets/setup.ts'
import { createTestWallet } from '../wallets/test-wallet.ts'

/** Tests of smart sessions on a world that others test too. */
export function sessionsSuite(booted: () => World): void {
  type Schema = z.core.$ZodType
  const common = { projectId: 'demo~sessions', st: 'drawbridge', sv: 'html-eip155-0.1.0' }
  const { abi } = sessionAccountArtefact
  const owner = devAccount('spare-5')
  const recipient = devAccount('session-recipient').address
  const account = `eip155:8453:${owner.address}`
  const site = privateKeyToAccount(generatePrivateKey())
  let world: World
  let chain: RunningChain

  beforeAll(() => {
    world = booted()
    const found = world.chains.find(({ plan }) => plan.chainId === 8453)
    if (!found) throw new Error('Base is not there')
    chain = found
  })

  /** Status and answer of a call. */
  async function call<R extends Schema>(
    endpoint: Endpoint<string, Schema, R>,
    body?: unknown,
    address = account,
  ): Promise<readonly [number, unknown]> {
    const query = { v: '2' }
    const url = endpointUrl(world.stack.widget.loopback, endpoint, { address }, query, common)
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(url, init)
    return [response.status, await response.json()]
  }
  const refused = (status: number, description: string) => [status, { reasons: [{ description }] }]

  const seconds = () => Math.floor(Date.now() / 1_000)
  const asked = (over: object = {}) => ({
    chainId: toHex(8453),
    address: owner.address,
    expiry: seconds() + 3_600,
    signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: site.publicKey }] } },
    permissions: [
      {
        type: 'native-token-recurring-allowance',
        data: { allowance: toHex(parseEther('0.01')), start: seconds(), period: 86_400 },
      },
    ],
    ...over,
  })
  const hex = z.custom<Hex>((value) => isHex(value), 'not hex')
  const preparedSchema = z.object({ pci: z.string(), key: z.looseObject({ publicKey: z.string() }) })
  const prepare = async (request: object, address = account) =>
    z.parse(preparedSchema, (await call(postSession, request, address))[1])

  /** What a wallet is asked: the service's key stands before the site's. */
  const withCosigner = (request: ReturnType<typeof asked>, key: object) => ({
    ...request,
    signer: { ...request.signer, data: { keys: [key, ...request.signer.data.keys] } },
  })

  /** A wallet in Node, which agrees to everything. */
  async function wallet() {
    const [setup] = walletSetups(
      JSON.stringify([
        { id: 'pier', accounts: ['spare-5'], chainId: 8453, script: { mode: 'approve', sessions: true } },
      ]),
    )
    if (!setup) throw new Error('There is no setup')
    const page = describePageWorld('dapp', world.stack, 'fetch')
    const rpc = createNodeRpc(async (path, method, params) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const response = await fetch(`${world.stack.dapp.loopback}${path}`, { method: 'POST', body })
      const { result, error } = z.parse(
        z.object({
          result: z.optional(z.unknown()),
          error: z.optional(z.looseObject({ message: z.string() })),
        }),
        await response.json(),
      )
      if (error) throw new Error(error.message)
      return result
    })
    const { provider } = createTestWallet(planWallet(setup, page), page, rpc, setup.script, setup.chainId)
    await provider.request({ method: 'eth_requestAccounts' })
    return (method: string, params: unknown) => provider.request({ method, params: [params] })
  }

  const grantedSchema = z.looseObject({
    context: z.string(),
    expiry: z.int(),
    permissions: z.array(z.unknown()),
  })

  /** A session that the wallet has granted and the service knows. */
  async function granted(over: object = {}) {
    const request = asked(over)
    const ask = await wallet()
    const { pci, key } = await prepare(request)
    const wanted = withCosigner(request, key)
    const granted = z.parse(grantedSchema, await ask('wallet_grantPermissions', wanted))
    const activated = await call(postSessionActivation, { ...wanted, ...granted, pci })
    expect(activated).toEqual([200, {}])
    return { ask, pci, cosigner: publicKeyToAddress(z.parse(hex, key.publicKey)) }
  }
  type Granted = Awaited<ReturnType<typeof granted>>

  const listSchema = z.object({
    pcis: z.array(z.looseObject({ pci: z.string(), revokedAt: z.optional(z.int()) })),
  })
  const listed = async (pci: string) =>
    z.parse(listSchema, (await call(getSessions))[1]).pcis.find((one) => one.pci === pci)

  /** The site signs an act of a session, and asks the service to sign it too. */
  async function cosign({ pci, cosigner }: Pick<Granted, 'pci' | 'cosigner'>, value: bigint, signer = site) {
    const wanted = { key: site.address, cosigner, to: recipient, value, data: '0x' } as const
    const read = { abi, address: owner.address, functionName: 'actHash', args: [wanted] } as const
    const signature = await signer.signMessage({ message: { raw: await chain.client.readContract(read) } })
    const act = { to: recipient, value: toHex(value), data: '0x' }
    const answer = await call(postCosign, { pci, act, signature })
    return { answer, wanted, signature }
  }

  /** Anybody sends what both have signed; resolves with how the chain took it. */
  async function send(
    wanted: Awaited<ReturnType<typeof cosign>>['wanted'],
    ...signatures: readonly [Hex, Hex]
  ) {
    const data = encodeFunctionData({ abi, functionName: 'act', args: [wanted, ...signatures] })
    const nonce = await chain.client.getTransactionCount({ address: deployer.address, blockTag: 'pending' })
    const hash = await sendAsDeployer(chain.client, 8453, { to: owner.address, data, nonce })
    return (await waitForReceipt(chain.client, hash)).status
  }

  describe('a session', () => {
    it('behavior: acts on the chain within its allowance, by both keys, and not once it is revoked', async () => {
      const session = await granted()
      expect((await listed(session.pci))?.revokedAt).toBeUndefined()
      const before = await chain.client.getBalance({ address: recipient })

      const { answer, wanted, signature } = await cosign(session, parseEther('0.006'))
      expect(answer[0]).toBe(200)
      const cosigned = z.parse(z.object({ signature: hex }), answer[1])
      expect(await send(wanted, signature, signature)).toBe('reverted')
      expect(await send(wanted, signature, cosigned.signature)).toBe('success')
      expect((await chain.client.getBalance({ address: recipient })) - before).toBe(parseEther('0.006'))
      expect(await send(wanted, signature, cosigned.signature)).toBe('reverted')

      const much = await cosign(session, parseEther('0.005'))
      expect(much.answer).toEqual(refused(400, 'The allowance is used up'))
      const forged = await cosign(session, 1n, privateKeyToAccount(generatePrivateKey()))
      expect(forged.answer).toEqual(refused(401, 'The signature does not hold'))

      const { pci, ask } = session
      const stranger = privateKeyToAccount(devAccount('eve').privateKey)
      const revoke = (given: unknown) => call(postSessionRevocation, { pci, signature: given })
      expect(await revoke(await stranger.signMessage({ message: pci }))).toEqual(
        refused(401, 'The signature does not hold'),
      )
      expect((await cosign(session, 1n)).answer[0]).toBe(200)
      const ending = { pci, address: owner.address, permissions: [], expiry: 1 }
      expect(await revoke(await ask('wallet_revokePermissions', ending))).toEqual([200, {}])
      expect((await listed(pci))?.revokedAt).toBeGreaterThan(0)
      expect((await cosign(session, 1n)).answer).toEqual(refused(400, 'The session was revoked'))
    })

    it('error: is not listed, and cannot act, before the account has granted it on the chain', async () => {
      const request = asked()
      const { pci, key } = await prepare(request)
      expect(await listed(pci)).toBeUndefined()
      const cosigner = publicKeyToAddress(z.parse(hex, key.publicKey))
      expect((await cosign({ pci, cosigner }, 1n)).answer).toEqual(
        refused(400, 'The session was not granted'),
      )
      const body = { ...withCosigner(request, key), pci, context: '0x01' }
      expect(await call(postSessionActivation, body)).toEqual(
        refused(400, 'The account has granted no such session'),
      )
      expect(await call(postSessionActivation, { ...body, signer: request.signer })).toEqual(
        refused(400, 'The session is of other keys, or of another account'),
      )
    })

    it('behavior: of an account that is a contract is revoked by what its owner signs (ERC-1271)', async () => {
      const factory = '0x0000000000000000000000000000000000001271'
      const { bytecode, abi: factoryAbi } = smartAccountFactoryArtefact
      const { data: code } = await chain.client.call({ data: bytecode })
      if (!code) throw new Error('There is no code for the factory')
      await createAdminClient(chain.plan, chain.rpcUrl).setCode({ address: factory, bytecode: code })
      const args = [owner.address] as const
      const nonce = await chain.client.getTransactionCount({ address: deployer.address, blockTag: 'pending' })
      const data = encodeFunctionData({ abi: factoryAbi, functionName: 'make', args })
      await waitForReceipt(
        chain.client,
        await sendAsDeployer(chain.client, 8453, { to: factory, data, nonce }),
      )
      const read = { address: factory, abi: factoryAbi, functionName: 'addressOf', args } as const
      const address = await chain.client.readContract(read)
      const own = `eip155:8453:${address}`
      const { pci } = await prepare(asked({ address }), own)
      const signed = (label: typeof owner) =>
        privateKeyToAccount(label.privateKey).signMessage({ message: pci })
      const revoke = (signature: Hex) => call(postSessionRevocation, { pci, signature }, own)
      expect(await revoke(await signed(devAccount('eve')))).toEqual(
        refused(401, 'The signature does not hold'),
      )
      expect(await revoke(await signed(owner))).toEqual([200, {}])
    })
  })
}
