import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { compactToU8a, hexToU8a, stringToU8a, u8aConcat, u8aWrapBytes } from '@polkadot/util'
import { signatureVerify } from '@polkadot/util-crypto'
import {
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createSolanaRpc,
  createTransactionMessage,
  getBase58Decoder,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getPublicKeyFromAddress,
  getTransactionDecoder,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signatureBytes,
  verifySignature,
} from '@solana/kit'
import { createPublicClient, http, parseEther, toHex, verifyMessage, verifyTypedData } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from '#shared/zod.ts'
import { devAccount } from '../accounts.ts'
import { startAnvil } from '../chains/anvil.ts'
import { polkadotDevAccount } from '../chains/polkadot/dev-account.ts'
import { polkadotChainId, polkadotGenesisHash } from '../chains/polkadot/local-genesis.ts'
import { createAdminClient, waitForReceipt } from '../chains/running-chain.ts'
import { svmAccount } from '../chains/solana/accounts.ts'
import { svmChainId } from '../chains/solana/genesis.ts'
import { startNode } from '../chains/solana/node.ts'
import { createDisposer } from '../disposer.ts'
import { freePorts } from '../ports.ts'
import { blockExternalNetwork } from './block-external-network.ts'
import { type Dapp, openDapp } from './dapp.ts'
import { startRelay } from './relay.ts'
import { createWalletConnectWallet, type WalletConnectWallet } from './wallet.ts'

const plan = {
  chainId: 31337,
  name: 'Local chain',
  port: 'chainLocal',
  network: 'ethereum',
  configured: false,
} as const
const evm = { account: devAccount('walletconnect signer'), chain: 'eip155:31337' }
const solana = { account: svmAccount('walletconnect signer'), chain: svmChainId }
const polkadot = { account: polkadotDevAccount('walletconnect signer'), chain: polkadotChainId }

const lifetime = createDisposer()
const blockedHosts: string[] = []
let wallet: WalletConnectWallet
let dapp: Dapp
let rpcUrl: string
let svmUrl: string

/** Serves the SVM of the local world in this process. */
async function serveSvm(): Promise<string> {
  const node = startNode({ slotMs: 20 })
  lifetime.defer(node.stop)
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '')
    if (request.complete) response.setHeader('content-type', 'application/json').end(node.handle(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  lifetime.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  const listening = server.address()
  return `http://127.0.0.1:${typeof listening === 'object' ? listening?.port : ''}`
}

beforeAll(async () => {
  lifetime.defer(blockExternalNetwork((host) => blockedHosts.push(host)))
  const { chainLocal } = await freePorts()
  const anvil = startAnvil(plan, chainLocal)
  lifetime.defer(anvil.stop)
  rpcUrl = anvil.rpcUrl
  svmUrl = await serveSvm()
  const admin = createAdminClient(plan, rpcUrl)
  await vi.waitFor(() => admin.setBalance({ address: evm.account.address, value: parseEther('10') }), 10_000)

  const relay = await startRelay()
  lifetime.defer(relay.stop)
  wallet = await createWalletConnectWallet({
    relayUrl: relay.url,
    name: 'Gull Wallet',
    accounts: {
      eip155: { keys: [evm.account.privateKey], rpcUrls: { 31337: rpcUrl, 1: rpcUrl } },
      solana: { keys: [toHex(solana.account.privateKey)], rpcUrls: { [svmChainId.slice(7)]: svmUrl } },
      polkadot: { keys: [polkadot.account.uri], ss58Prefixes: { [polkadotChainId.slice(9)]: 2 } },
    },
  })
  lifetime.defer(wallet.stop)
  dapp = await openDapp(relay.url)
  lifetime.defer(dapp.close)
  const { uri, session } = dapp.propose({
    eip155: {
      chains: [evm.chain],
      methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
      events: ['chainChanged', 'accountsChanged'],
      rpcMap: { 31337: rpcUrl, 1: rpcUrl },
    },
    solana: {
      chains: [solana.chain],
      methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
      events: [],
    },
    polkadot: {
      chains: [polkadot.chain],
      methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
      events: [],
    },
  })
  await wallet.pair(await uri)
  await session
  await vi.waitUntil(() => wallet.sessions().length > 0)
})
afterAll(() => lifetime.end())
afterEach(() => {
  expect({ problems: wallet.errors, wallet: wallet.blockedHosts, site: blockedHosts }).toEqual({
    problems: [],
    wallet: [],
    site: [],
  })
})

async function requestResult<S extends z.ZodMiniType>(
  schema: S,
  chain: string,
  method: string,
  params: unknown[] | object,
): Promise<z.output<S>> {
  return z.parse(schema, await dapp.provider.request({ method, params }, chain))
}

const hexSchema = z.templateLiteral(['0x', z.string()])

describe('session', () => {
  it('three namespaces › an account in each, in the encoding of its chain', () => {
    expect(wallet.sessions()).toEqual([
      {
        topic: dapp.provider.session?.topic,
        site: { name: 'Shop', url: 'https://shop.test' },
        accounts: [
          `${evm.chain}:${evm.account.address}`,
          `${solana.chain}:${solana.account.address}`,
          `${polkadot.chain}:${wallet.addresses[polkadot.chain]?.[0]}`,
        ],
      },
    ])
    expect(Object.keys(dapp.provider.session?.namespaces ?? {})).toEqual(['eip155', 'solana', 'polkadot'])
  })
})

describe('eip155', () => {
  const { account, chain } = evm

  it('personal_sign › valid signature', async () => {
    const message = 'Pay 12 for two teas'
    const signature = await requestResult(hexSchema, chain, 'personal_sign', [
      toHex(message),
      account.address,
    ])
    expect(await verifyMessage({ address: account.address, message, signature })).toBe(true)
    await wallet.synchronize()
    expect(wallet.prompts.at(-1)).toMatchObject({ is: 'request', chainId: chain, method: 'personal_sign' })
  })

  it('eth_signTypedData_v4 › valid signature', async () => {
    const order = {
      domain: { name: 'Shop', chainId: 31337 },
      types: { Order: [{ name: 'teas', type: 'uint256' }] },
      primaryType: 'Order',
    } as const
    const domainType = [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ]
    const types = { EIP712Domain: domainType, ...order.types }
    const params = [account.address, JSON.stringify({ ...order, types, message: { teas: '2' } })]
    const signature = await requestResult(hexSchema, chain, 'eth_signTypedData_v4', params)
    const signed = { ...order, message: { teas: 2n }, address: account.address, signature }
    expect(await verifyTypedData(signed)).toBe(true)
  })

  it('eth_sendTransaction › moves funds', async () => {
    const client = createPublicClient({ transport: http(rpcUrl), pollingInterval: 20 })
    const { address: to } = devAccount('walletconnect receiver')
    const value = parseEther('1.5')
    const transaction = { from: account.address, to, value: toHex(value) }
    const hash = await requestResult(hexSchema, chain, 'eth_sendTransaction', [transaction])
    expect((await waitForReceipt(client, hash)).status).toBe('success')
    expect(await client.getBalance({ address: to })).toBe(value)
  })

  it('node error, unknown account or missing param › error reaches the dApp', async () => {
    const tooMuch = { from: account.address, to: account.address, value: toHex(parseEther('1000')) }
    await expect(requestResult(hexSchema, chain, 'eth_sendTransaction', [tooMuch])).rejects.toMatchObject({
      message: expect.stringContaining('nsufficient funds'),
    })
    const unknownAddress = devAccount('somebody else').address
    await expect(
      requestResult(hexSchema, chain, 'personal_sign', ['0x00', unknownAddress]),
    ).rejects.toMatchObject({
      code: 4100,
    })
    await expect(requestResult(hexSchema, chain, 'personal_sign', ['0x00'])).rejects.toMatchObject({
      code: -32602,
    })
  })

  it('wallet_switchEthereumChain › unapproved › switched; unknown › 4902', async () => {
    const to = (chainId: string) =>
      dapp.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] }, chain)
    await expect(to('0x2')).rejects.toMatchObject({ code: 4902 })
    const changed = dapp.nextEvent('chainChanged')
    await to('0x1')
    expect(await changed).toBe('1')
    expect(dapp.provider.session?.namespaces.eip155?.chains).toEqual([chain, 'eip155:1'])
    // The dApp receives the event before the wallet has updated its session.
    await vi.waitFor(() => expect(wallet.sessions()[0]?.accounts).toContain(`eip155:1:${account.address}`))
  })
})

const base58 = (bytes: Parameters<ReturnType<typeof getBase58Decoder>['decode']>[0]) =>
  getBase58Decoder().decode(bytes)

async function verifiesEd25519(signature: string, data: Uint8Array): Promise<boolean> {
  const key = await getPublicKeyFromAddress(solana.account.address)
  return verifySignature(key, signatureBytes(getBase58Encoder().encode(signature)), data)
}

/** Creates an unsigned payment to a new address, in base64. */
async function payment(amount: bigint) {
  const rpc = createSolanaRpc(svmUrl)
  await rpc.requestAirdrop(solana.account.address, lamports(2_000_000_000n)).send()
  const { value } = await rpc.getLatestBlockhash().send()
  const recipient = svmAccount(`receiver of ${amount}`).address
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(solana.account.address, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(value, paid),
    (timed) =>
      appendTransactionMessageInstruction(
        {
          programAddress: address('11111111111111111111111111111111'),
          accounts: [
            { address: solana.account.address, role: 3 },
            { address: recipient, role: 1 },
          ],
          data: Uint8Array.from([2, 0, 0, 0, ...new Uint8Array(new BigUint64Array([amount]).buffer)]),
        },
        timed,
      ),
  )
  const transaction = getBase64EncodedWireTransaction(compileTransaction(message))
  return { rpc, receiver: recipient, transaction }
}

describe('solana', () => {
  const { account, chain } = solana
  const signed = z.object({ signature: z.string(), transaction: z.string() })

  it('solana_signMessage › valid signature', async () => {
    const message = stringToU8a('Pay 12 for two teas')
    const params = { message: base58(message), pubkey: account.address }
    const { signature } = await requestResult(
      z.object({ signature: z.string() }),
      chain,
      'solana_signMessage',
      params,
    )
    expect(await verifiesEd25519(signature, message)).toBe(true)
  })

  it('solana_signTransaction › valid signature in the transaction', async () => {
    const { transaction } = await payment(1n)
    const result = await requestResult(signed, chain, 'solana_signTransaction', {
      transaction,
      pubkey: account.address,
    })
    const decoded = getTransactionDecoder().decode(getBase64Encoder().encode(result.transaction))
    expect(await verifiesEd25519(result.signature, Uint8Array.from(decoded.messageBytes))).toBe(true)
    expect(base58(decoded.signatures[account.address] ?? new Uint8Array())).toBe(result.signature)
  })

  it('solana_signAndSendTransaction › moves funds', async () => {
    const { rpc, receiver: recipient, transaction } = await payment(5_000_000n)
    await requestResult(z.object({ signature: z.string() }), chain, 'solana_signAndSendTransaction', {
      transaction,
    })
    await vi.waitFor(async () => expect((await rpc.getBalance(recipient).send()).value).toBe(5_000_000n))
  })

  it('invalid transaction, or of another account › rejected with -32602', async () => {
    const invalidParams = { transaction: 'AAAA' }
    await expect(requestResult(signed, chain, 'solana_signTransaction', invalidParams)).rejects.toMatchObject(
      {
        code: -32602,
      },
    )
    const { transaction } = await payment(1n)
    const otherParams = { transaction, pubkey: svmAccount('somebody else').address }
    await expect(requestResult(signed, chain, 'solana_signTransaction', otherParams)).rejects.toMatchObject({
      code: -32602,
    })
  })
})

describe('polkadot', () => {
  const { account, chain } = polkadot
  const resultSchema = z.object({ signature: hexSchema })
  const payload = {
    address: account.address,
    method: '0x0a0000',
    era: '0x1503',
    nonce: '0x00000007',
    tip: '0x00000000000000000000000000000000',
    specVersion: '0x000f4241',
    transactionVersion: '0x0000000f',
    genesisHash: polkadotGenesisHash,
    blockHash: `0x${'ab'.repeat(32)}`,
    blockNumber: '0x00000010',
    signedExtensions: [
      'CheckNonZeroSender',
      'CheckSpecVersion',
      'CheckTxVersion',
      'CheckGenesis',
      'CheckMortality',
      'CheckNonce',
      'CheckWeight',
      'ChargeTransactionPayment',
      'CheckMetadataHash',
    ],
    mode: 0,
    metadataHash: null,
    version: 4,
  }
  const u32 = (value: number) => new Uint8Array(new Uint32Array([value]).buffer)

  it.each([
    ['text', 'Pay 12 for two teas'],
    ['hex', toHex('Pay 12 for two teas')],
    ['text that is wrapped already', '<Bytes>Pay 12 for two teas</Bytes>'],
  ])('polkadot_signMessage › %s › signed as wrapped bytes', async (_, message) => {
    const params = { address: account.address, message }
    const { signature } = await requestResult(resultSchema, chain, 'polkadot_signMessage', params)
    const bytes = u8aWrapBytes(stringToU8a('Pay 12 for two teas'))
    expect(signatureVerify(bytes, signature, account.address)).toMatchObject({
      isValid: true,
      crypto: 'sr25519',
    })
  })

  it('polkadot_signTransaction › signature with a type byte', async () => {
    const params = { address: account.address, transactionPayload: payload }
    const { signature } = await requestResult(resultSchema, chain, 'polkadot_signTransaction', params)
    const bytes = u8aConcat(
      hexToU8a(payload.method),
      hexToU8a(payload.era),
      compactToU8a(7),
      compactToU8a(0),
      [payload.mode],
      u32(0xf4241),
      u32(15),
      hexToU8a(payload.genesisHash),
      hexToU8a(payload.blockHash),
      [0],
    )
    expect(signature).toMatch(/^0x01[0-9a-f]{128}$/)
    expect(signatureVerify(bytes, signature, account.address).isValid).toBe(true)
  })

  it('payload of another chain, account or shape › rejected', async () => {
    const sign = (changed: object, signer = account.address) =>
      requestResult(resultSchema, chain, 'polkadot_signTransaction', {
        address: signer,
        transactionPayload: { ...payload, ...changed },
      })
    await expect(sign({ genesisHash: `0x${'00'.repeat(32)}` })).rejects.toMatchObject({
      code: 1001,
      message: 'Wrong chain id passed by dApp',
    })
    const other = polkadotDevAccount('somebody else').address
    await expect(sign({ address: other })).rejects.toMatchObject({ code: -32602 })
    await expect(sign({ address: other }, other)).rejects.toMatchObject({ code: 4100 })
    await expect(sign({ signedExtensions: undefined })).rejects.toMatchObject({ code: -32602 })
    await expect(sign({}, 'nonsense')).rejects.toMatchObject({ code: -32602 })
  })
})
