import { createSolanaRpc, signature } from '@solana/kit'
import { erc20Abi } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { endpointUrl } from '#shared/api/endpoint.ts'
import {
  getExchangeAssets,
  postExchangeBuyStatus,
  postExchangePayUrl,
  postExchanges,
} from '#shared/api/exchange.ts'
import * as z from '#shared/zod.ts'
import { devAccount } from '../accounts.ts'
import type { World } from '../boot.ts'
import { svmAccount } from '../chains/solana/accounts.ts'
import { svmChainId } from '../chains/solana/genesis.ts'
import { tokenAccountAddress } from '../chains/solana/token-instructions.ts'
import { svmMints } from '../chains/solana/tokens.ts'
import { localTokens } from '../chains/tokens.ts'

/** Declares the tests of the exchange, on a world shared with other suites. */
export function exchangeSuite(getWorld: () => World): void {
  const commonQuery = { projectId: 'demo', st: 'drawbridge', sv: 'html-eip155-0.1.0' }
  let world: World
  beforeAll(() => {
    world = getWorld()
  })

  const usdc = localTokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x'
  const etherId = 'eip155:1/slip44:60'
  const usdcId = `eip155:1/erc20:${usdc}`
  const [svmUsdc] = svmMints
  if (svmUsdc?.symbol !== 'USDC') throw new Error('There are no dollars on Solana')
  const sol = `${svmChainId}/slip44:501`
  const svmUsdcId = `${svmChainId}/token:${svmUsdc.key.address}`
  const calls = {
    reown_getExchanges: postExchanges,
    reown_getExchangePayUrl: postExchangePayUrl,
    reown_getExchangeBuyStatus: postExchangeBuyStatus,
  } as const

  async function call<Method extends keyof typeof calls>(method: Method, params: unknown) {
    const url = endpointUrl(
      world.stack.widget.loopback,
      calls[method],
      {},
      { source: 'fund-wallet' },
      commonQuery,
    )
    const rpcRequest = { jsonrpc: '2.0', id: 1, method, params }
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(rpcRequest) })
    expect(response.status).toBe(200)
    return response.json()
  }

  const payUrlSchema = z.object({ result: z.object({ url: z.string(), sessionId: z.string() }) })

  /** An account of a label on the chain of an asset. */
  function accountFor(asset: string, label: string): string {
    if (asset.startsWith(svmChainId)) return `${svmChainId}:${svmAccount(label).address}`
    return `eip155:1:${devAccount(label).address}`
  }
  const svmCustomer = accountFor(sol, 'exchange customer')
  const lowerCaseMint = `${svmChainId}/token:${svmUsdc.key.address.toLowerCase()}`

  /** Opens a payment to the account of a label; returns functions for its page and its status. */
  async function openPayment(asset: string, amount: string, label: string) {
    const params = { exchangeId: 'reown_test', asset, amount, recipient: accountFor(asset, label) }
    const { url, sessionId } = z.parse(payUrlSchema, await call('reown_getExchangePayUrl', params)).result
    // Node does not resolve *.localhost.
    const page = world.stack.exchange.loopback + new URL(url).pathname
    const act = async (fields: Record<string, string>) => {
      const response = await fetch(page, { method: 'POST', body: new URLSearchParams(fields) })
      return response.text()
    }
    const status = async () => {
      const statusResponse = await call('reown_getExchangeBuyStatus', { exchangeId: 'reown_test', sessionId })
      return z.parse(postExchangeBuyStatus.response(), statusResponse)
    }
    return { url, page, act, status }
  }

  const client = () => {
    const chain = world.chains.find(({ plan }) => plan.chainId === 1)
    if (!chain) throw new Error('Ethereum is not there')
    return chain.client
  }

  describe('the exchange of the local world', () => {
    it('lists › exchanges, and their assets on the configured chains', async () => {
      expect(await call('reown_getExchanges', { page: 0 })).toMatchObject({
        result: { total: 2, exchanges: [{ id: 'reown_test', name: 'Test Exchange' }, { id: 'strict' }] },
      })
      expect(await call('reown_getExchanges', { page: 1 })).toMatchObject({
        result: { exchanges: [], total: 2 },
      })
      const url = endpointUrl(
        world.stack.widget.loopback,
        getExchangeAssets,
        { id: 'strict' },
        {},
        commonQuery,
      )
      const { assets } = z.parse(getExchangeAssets.response(), await (await fetch(url)).json())
      const named = assets.eip155?.map(({ network, metadata }) => `${network} ${metadata.symbol}`)
      expect(named).toEqual(
        ['eip155:1', 'eip155:8453'].flatMap((chain) =>
          ['USDC', 'DAI', 'ETH'].map((one) => `${chain} ${one}`),
        ),
      )
      expect(assets.solana).toMatchObject([
        { network: svmChainId, asset: svmUsdc.key.address, metadata: { symbol: 'USDC', decimals: 6 } },
        { network: svmChainId, asset: 'native', metadata: { symbol: 'SOL', decimals: 9 } },
      ])
    })

    it.each([
      ['ETH', etherId, '0.25', 250_000_000_000_000_000n],
      ['USDC', usdcId, '12.5', 12_500_000n],
    ])('customer signs in and confirms › receives %s on the chain', async (symbol, asset, amount, value) => {
      const payment = await openPayment(asset, amount, `exchange customer ${symbol}`)
      expect(payment.url).toMatch(new RegExp(`^${world.stack.exchange.origin}/pay/[0-9a-f-]{36}$`))
      expect(await payment.status()).toMatchObject({ result: { status: 'UNKNOWN' } })
      expect(await payment.act({ act: 'sign-in', person: `${symbol}@exchange.example` })).toContain(
        'Confirm and send',
      )
      expect(await payment.act({ act: 'confirm' })).toContain('Sent. You can close this window.')
      const statusResponse = await payment.status()
      const txHash = 'result' in statusResponse ? statusResponse.result.txHash : undefined
      expect(statusResponse).toMatchObject({ result: { status: 'SUCCESS' } })
      const { status } = await client().getTransactionReceipt({ hash: z.parse(hash, txHash) })
      expect(status).toBe('success')
      const { address } = devAccount(`exchange customer ${symbol}`)
      const balance =
        symbol === 'ETH'
          ? await client().getBalance({ address })
          : await client().readContract({
              address: usdc,
              abi: erc20Abi,
              functionName: 'balanceOf',
              args: [address],
            })
      expect(balance).toBe(value)
    })

    it.each([
      ['SOL', sol, '2.5', 2_500_000_000n],
      ['USDC', svmUsdcId, '12.5', 12_500_000n],
    ])(
      'customer confirms on Solana › receives %s by the returned transaction',
      async (symbol, asset, amount, value) => {
        const label = `exchange customer of Solana ${symbol}`
        const payment = await openPayment(asset, amount, label)
        const html = await payment.act({ act: 'sign-in', person: `svm-${symbol}@exchange.example` })
        expect(html).toContain(`<dd>${symbol === 'SOL' ? 50 : 1000} ${symbol}</dd>`)
        expect(html).toContain('<dd>Solana</dd>')
        await payment.act({ act: 'confirm' })
        const statusResponse = await payment.status()
        expect(statusResponse).toMatchObject({ result: { status: 'SUCCESS' } })
        const named = 'result' in statusResponse ? (statusResponse.result.txHash ?? '') : ''
        const rpc = createSolanaRpc(world.stack.solana.rpcUrl)
        const statuses = await rpc.getSignatureStatuses([signature(named)]).send()
        expect(statuses.value).toMatchObject([{ err: null }])
        const { address } = svmAccount(label)
        const dollarAccount = await tokenAccountAddress(address, svmUsdc.key.address, svmUsdc.program)
        const balance =
          symbol === 'SOL'
            ? (await rpc.getBalance(address).send()).value
            : BigInt((await rpc.getTokenAccountBalance(dollarAccount).send()).value.amount)
        expect(balance).toBe(value)
      },
    )

    it('balance too low, or declined › sends nothing', async () => {
      const payment = await openPayment(usdcId, '1000.01', 'exchange poor customer')
      expect(await payment.act({ act: 'sign-in', person: 'poor@exchange.example' })).toContain(
        'You do not have enough USDC here.',
      )
      await payment.act({ act: 'confirm' })
      expect(await payment.status()).toMatchObject({ result: { status: 'UNKNOWN' } })
      expect(await payment.act({ act: 'decline' })).toContain('Nothing was sent')
      expect(await payment.status()).toMatchObject({ result: { status: 'FAILED' } })
    })

    it('withdrawal under review › in progress until the review ends', async () => {
      const payment = await openPayment(etherId, '0.1', 'exchange slow customer')
      await payment.act({ act: 'sign-in', person: 'slow@exchange.example' })
      await payment.act({ act: 'confirm' })
      expect(await payment.status()).toMatchObject({ result: { status: 'IN_PROGRESS' } })
      await payment.act({ act: 'release' })
      expect(await payment.status()).toMatchObject({ result: { status: 'SUCCESS' } })
    })

    it.each([
      ['another exchange', { exchangeId: 'nobody', asset: etherId, amount: '1' }],
      ['an unknown asset', { exchangeId: 'strict', asset: 'eip155:1/slip44:0', amount: '1' }],
      ['no amount', { exchangeId: 'strict', asset: etherId, amount: '0' }],
      ['an account on another chain', { exchangeId: 'strict', asset: 'eip155:8453/slip44:60', amount: '1' }],
      ['an account of another ecosystem', { exchangeId: 'strict', asset: sol, amount: '1' }],
      [
        'a mint in other letters',
        { ...{ exchangeId: 'strict', amount: '1', recipient: svmCustomer }, asset: lowerCaseMint },
      ],
    ])('%s › responds with an error', async (_, params) => {
      const request = { recipient: accountFor(etherId, 'exchange customer'), ...params }
      expect(await call('reown_getExchangePayUrl', request)).toMatchObject({ error: { code: -32_602 } })
    })
  })

  const hash = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-f]{64}$/))])
}
