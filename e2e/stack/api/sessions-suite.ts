import { encodeFunctionData, type Hex, isHex, parseEther, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, publicKeyToAddress } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { postCosign } from '#shared/api/cosign.ts'
import { type Endpoint, endpointUrl } from '#shared/api/endpoint.ts'
import {
  getSessions,
  postSession,
  postSessionActivation,
  postSessionRevocation,
} from '#shared/api/smart-sessions.ts'
import * as z from '#shared/zod.ts'
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

/** Declares the tests of smart sessions, on a world shared with other suites. */
export function sessionsSuite(getWorld: () => World): void {
  type Schema = z.core.$ZodType
  const commonQuery = { projectId: 'demo~sessions', st: 'drawbridge', sv: 'html-eip155-0.1.0' }
  const { abi } = sessionAccountArtefact
  const owner = devAccount('spare-5')
  const recipient = devAccount('session-recipient').address
  const account = `eip155:8453:${owner.address}`
  const siteAccount = privateKeyToAccount(generatePrivateKey())
  let world: World
  let chain: RunningChain

  beforeAll(() => {
    world = getWorld()
    const found = world.chains.find(({ plan }) => plan.chainId === 8453)
    if (!found) throw new Error('Base is not there')
    chain = found
  })

  /** Calls an endpoint; returns status and body. */
  async function call<R extends Schema>(
    endpoint: Endpoint<string, Schema, R>,
    body?: unknown,
    address = account,
  ): Promise<readonly [number, unknown]> {
    const query = { v: '2' }
    const url = endpointUrl(world.stack.widget.loopback, endpoint, { address }, query, commonQuery)
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(url, init)
    return [response.status, await response.json()]
  }
  const errorResponse = (status: number, description: string) => [status, { reasons: [{ description }] }]

  const nowSeconds = () => Math.floor(Date.now() / 1_000)
  const sessionRequest = (overrides: object = {}) => ({
    chainId: toHex(8453),
    address: owner.address,
    expiry: nowSeconds() + 3_600,
    signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: siteAccount.publicKey }] } },
    permissions: [
      {
        type: 'native-token-recurring-allowance',
        data: { allowance: toHex(parseEther('0.01')), start: nowSeconds(), period: 86_400 },
      },
    ],
    ...overrides,
  })
  const hex = z.custom<Hex>((value) => isHex(value), 'not hex')
  const preparedSchema = z.object({ pci: z.string(), key: z.looseObject({ publicKey: z.string() }) })
  const prepare = async (request: object, address = account) =>
    z.parse(preparedSchema, (await call(postSession, request, address))[1])

  /** The request for the wallet: the service's key precedes the site's. */
  const withCosigner = (request: ReturnType<typeof sessionRequest>, key: object) => ({
    ...request,
    signer: { ...request.signer, data: { keys: [key, ...request.signer.data.keys] } },
  })

  /** Creates a test wallet in Node that approves every request. */
  async function createWallet() {
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

  /** Creates a session that the wallet has granted and the service has activated. */
  async function granted(overrides: object = {}) {
    const request = sessionRequest(overrides)
    const requestWallet = await createWallet()
    const { pci, key } = await prepare(request)
    const payload = withCosigner(request, key)
    const granted = z.parse(grantedSchema, await requestWallet('wallet_grantPermissions', payload))
    const activated = await call(postSessionActivation, { ...payload, ...granted, pci })
    expect(activated).toEqual([200, {}])
    return { requestWallet, pci, cosigner: publicKeyToAddress(z.parse(hex, key.publicKey)) }
  }
  type Granted = Awaited<ReturnType<typeof granted>>

  const listSchema = z.object({
    pcis: z.array(z.looseObject({ pci: z.string(), revokedAt: z.optional(z.int()) })),
  })
  const findSession = async (pci: string) =>
    z.parse(listSchema, (await call(getSessions))[1]).pcis.find((one) => one.pci === pci)

  /** Signs an act of a session with the site's key, and requests the service's signature. */
  async function cosign(
    { pci, cosigner }: Pick<Granted, 'pci' | 'cosigner'>,
    value: bigint,
    signer = siteAccount,
  ) {
    const payload = { key: siteAccount.address, cosigner, to: recipient, value, data: '0x' } as const
    const read = { abi, address: owner.address, functionName: 'actHash', args: [payload] } as const
    const signature = await signer.signMessage({ message: { raw: await chain.client.readContract(read) } })
    const act = { to: recipient, value: toHex(value), data: '0x' }
    const cosignResponse = await call(postCosign, { pci, act, signature })
    return { cosignResponse, payload, signature }
  }

  /** Sends an act with both signatures from an unrelated account; resolves with the receipt's status. */
  async function send(
    payload: Awaited<ReturnType<typeof cosign>>['payload'],
    ...signatures: readonly [Hex, Hex]
  ) {
    const data = encodeFunctionData({ abi, functionName: 'act', args: [payload, ...signatures] })
    const nonce = await chain.client.getTransactionCount({ address: deployer.address, blockTag: 'pending' })
    const hash = await sendAsDeployer(chain.client, 8453, { to: owner.address, data, nonce })
    return (await waitForReceipt(chain.client, hash)).status
  }

  describe('a session', () => {
    it('granted › acts within its allowance with both keys, until revoked', async () => {
      const session = await granted()
      expect((await findSession(session.pci))?.revokedAt).toBeUndefined()
      const balanceBefore = await chain.client.getBalance({ address: recipient })

      const { cosignResponse, payload, signature } = await cosign(session, parseEther('0.006'))
      expect(cosignResponse[0]).toBe(200)
      const cosigned = z.parse(z.object({ signature: hex }), cosignResponse[1])
      expect(await send(payload, signature, signature)).toBe('reverted')
      expect(await send(payload, signature, cosigned.signature)).toBe('success')
      expect((await chain.client.getBalance({ address: recipient })) - balanceBefore).toBe(
        parseEther('0.006'),
      )
      expect(await send(payload, signature, cosigned.signature)).toBe('reverted')

      const overAllowance = await cosign(session, parseEther('0.005'))
      expect(overAllowance.cosignResponse).toEqual(errorResponse(400, 'The allowance is used up'))
      const forged = await cosign(session, 1n, privateKeyToAccount(generatePrivateKey()))
      expect(forged.cosignResponse).toEqual(errorResponse(401, 'The signature does not hold'))

      const { pci, requestWallet } = session
      const eveAccount = privateKeyToAccount(devAccount('eve').privateKey)
      const revoke = (revocationSignature: unknown) =>
        call(postSessionRevocation, { pci, signature: revocationSignature })
      expect(await revoke(await eveAccount.signMessage({ message: pci }))).toEqual(
        errorResponse(401, 'The signature does not hold'),
      )
      expect((await cosign(session, 1n)).cosignResponse[0]).toBe(200)
      const revocation = { pci, address: owner.address, permissions: [], expiry: 1 }
      expect(await revoke(await requestWallet('wallet_revokePermissions', revocation))).toEqual([200, {}])
      expect((await findSession(pci))?.revokedAt).toBeGreaterThan(0)
      expect((await cosign(session, 1n)).cosignResponse).toEqual(
        errorResponse(400, 'The session was revoked'),
      )
    })

    it('not granted on the chain › not listed, cannot act', async () => {
      const request = sessionRequest()
      const { pci, key } = await prepare(request)
      expect(await findSession(pci)).toBeUndefined()
      const cosigner = publicKeyToAddress(z.parse(hex, key.publicKey))
      expect((await cosign({ pci, cosigner }, 1n)).cosignResponse).toEqual(
        errorResponse(400, 'The session was not granted'),
      )
      const body = { ...withCosigner(request, key), pci, context: '0x01' }
      expect(await call(postSessionActivation, body)).toEqual(
        errorResponse(409, 'The account has granted no such session'),
      )
      expect(await call(postSessionActivation, { ...body, signer: request.signer })).toEqual(
        errorResponse(400, 'The session is of other keys, or of another account'),
      )
    })

    it('contract account › revoked by its owner’s signature (ERC-1271)', async () => {
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
      const contractAccountId = `eip155:8453:${address}`
      const { pci } = await prepare(sessionRequest({ address }), contractAccountId)
      const signAs = (label: typeof owner) =>
        privateKeyToAccount(label.privateKey).signMessage({ message: pci })
      const revoke = (signature: Hex) => call(postSessionRevocation, { pci, signature }, contractAccountId)
      expect(await revoke(await signAs(devAccount('eve')))).toEqual(
        errorResponse(401, 'The signature does not hold'),
      )
      expect(await revoke(await signAs(owner))).toEqual([200, {}])
    })
  })
}
