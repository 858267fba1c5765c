import { createSolanaRpc, signature } from '@solana/kit'
import { erc20Abi } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpointUrl } from '#shared/api/endpoint.ts'
import {
  getExchangeAssets,
  postExchangeBuyStatus,
  postExchangePayUrl,
  postExchanges,
} from '#shared/api/exchange.ts'
import { devAccount } from '../accounts.ts'
import type { World } from '../boot.ts'
import { svmAccount } from '../chains/solana/accounts.ts'
import { svmChainId } from '../chains/solana/genesis.ts'
import { tokenAccountAddress } from '../chains/solana/token-instructions.ts'
import { svmMints } from '../chains/solana/tokens.ts'
import { localTokens } from '../chains/tokens.ts'

/** Tests of the exchange on a world that others test too. */
export function exchangeSuite(booted: () => World): void {
  const common = { projectId: 'demo', st: 'drawbridge', sv: 'html-eip155-0.1.0' }
  let world: World
  beforeAll(() => {
    world = booted()
  })

  const usdc = localTokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x'
  const ether = 'eip155:1/slip44:60'
  const dollars = `eip155:1/erc20:${usdc}`
  const [svmUsdc] = svmMints
  if (svmUsdc?.symbol !== 'USDC') throw new Error('There are no dollars on Solana')
  const sol = `${svmChainId}/slip44:501`
  const svmDollars = `${svmChainId}/token:${svmUsdc.key.address}`
  const calls = {
    reown_getExchanges: postExchanges,
    reown_getExchangePayUrl: postExchangePayUrl,
    reown_getExchangeBuyStatus: postExchangeBuyStatus,
  } as const

  async function call<Method extends keyof typeof calls>(method: Method, params: unknown) {
    const url = endpointUrl(world.stack.widget.loopback, calls[method], {}, { source: 'fund-wallet' }, common)
    const letter = { jsonrpc: '2.0', id: 1, method, params }
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(letter) })
    expect(response.status).toBe(200)
    return response.json()
  }

  const payUrlSchema = z.object({ result: z.object({ url: z.string(), sessionId: z.string() }) })

  /** A fresh account of the chain of an asset. */
  function accountFor(asset: string, label: string): string {
    if (asset.startsWith(svmChainId)) return `${svmChainId}:${svmAccount(label).address}`
    return `eip155:1:${devAccount(label).address}`
  }
  const svmCustomer = accountFor(sol, 'exchange customer')
  const lowerCaseMint = `${svmChainId}/token:${svmUsdc.key.address.toLowerCase()}`

  /** Opens a payment to a fresh account; gives its page and its status. */
  async function payment(asset: string, amount: string, label: string) {
    const params = { exchangeId: 'reown_test', asset, amount, recipient: accountFor(asset, label) }
    const { url, sessionId } = z.parse(payUrlSchema, await call('reown_getExchangePayUrl', params)).result
    // Node does not know *.localhost.
    const page = world.stack.exchange.loopback + new URL(url).pathname
    const act = async (fields: Record<string, string>) => {
      const response = await fetch(page, { method: 'POST', body: new URLSearchParams(fields) })
      return response.text()
    }
    const status = async () => {
      const answer = await call('reown_getExchangeBuyStatus', { exchangeId: 'reown_test', sessionId })
      return z.parse(postExchangeBuyStatus.response(), answer)
    }
    return { url, page, act, status }
  }

  const client = () => {
    const chain = world.chains.find(({ plan }) => plan.chainId === 1)
    if (!chain) throw new Error('Ethereum is not there')
    return chain.client
  }

  describe('the exchange of the local world', () => {
    it('behavior: it lists exchanges and what they send on the configured chains', async () => {
      expect(await call('reown_getExchanges', { page: 0 })).toMatchObject({
        result: { total: 2, exchanges: [{ id: 'reown_test', name: 'Test Exchange' }, { id: 'strict' }] },
      })
      expect(await call('reown_getExchanges', { page: 1 })).toMatchObject({
        result: { exchanges: [], total: 2 },
      })
      const url = endpointUrl(world.stack.widget.loopback, getExchangeAssets, { id: 'strict' }, {}, common)
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
      ['ETH', ether, '0.25', 250_000_000_000_000_000n],
      ['USDC', dollars, '12.5', 12_500_000n],
    ])(
      'behavior: whoever signs in and confirms really gets %s on the chain',
      async (symbol, asset, amount, value) => {
        const paying = await payment(asset, amount, `exchange customer ${symbol}`)
        expect(paying.url).toMatch(new RegExp(`^${world.stack.exchange.origin}/pay/[0-9a-f-]{36}$`))
        expect(await paying.status()).toMatchObject({ result: { status: 'UNKNOWN' } })
        expect(await paying.act({ act: 'sign-in', person: `${symbol}@exchange.example` })).toContain(
          'Confirm and send',
        )
        expect(await paying.act({ act: 'confirm' })).toContain('Sent. You can close this window.')
        const answer = await paying.status()
        const txHash = 'result' in answer ? answer.result.txHash : undefined
        expect(answer).toMatchObject({ result: { status: 'SUCCESS' } })
        const { status } = await client().getTransactionReceipt({ hash: z.parse(hash, txHash) })
        expect(status).toBe('success')
        const { address } = devAccount(`exchange customer ${symbol}`)
        const has =
          symbol === 'ETH'
            ? await client().getBalance({ address })
            : await client().readContract({
                address: usdc,
                abi: erc20Abi,
                functionName: 'balanceOf',
                args: [address],
              })
        expect(has).toBe(value)
      },
    )

    it.each([
      ['SOL', sol, '2.5', 2_500_000_000n],
      ['USDC', svmDollars, '12.5', 12_500_000n],
    ])(
      'behavior: on Solana too %s really comes to who confirms, by the transaction that is named',
      async (symbol, asset, amount, value) => {
        const label = `exchange customer of Solana ${symbol}`
        const paying = await payment(asset, amount, label)
        const shown = await paying.act({ act: 'sign-in', person: `svm-${symbol}@exchange.example` })
        expect(shown).toContain(`<dd>${symbol === 'SOL' ? 50 : 1000} ${symbol}</dd>`)
        expect(shown).toContain('<dd>Solana</dd>')
        await paying.act({ act: 'confirm' })
        const answer = await paying.status()
        expect(answer).toMatchObject({ result: { status: 'SUCCESS' } })
        const named = 'result' in answer ? (answer.result.txHash ?? '') : ''
        const rpc = createSolanaRpc(world.stack.solana.rpcUrl)
        const statuses = await rpc.getSignatureStatuses([signature(named)]).send()
        expect(statuses.value).toMatchObject([{ err: null }])
        const { address } = svmAccount(label)
        const dollarAccount = await tokenAccountAddress(address, svmUsdc.key.address, svmUsdc.program)
        const has =
          symbol === 'SOL'
            ? (await rpc.getBalance(address).send()).value
            : BigInt((await rpc.getTokenAccountBalance(dollarAccount).send()).value.amount)
        expect(has).toBe(value)
      },
    )

    it('error: who has too little there cannot confirm, and who declines sends nothing', async () => {
      const paying = await payment(dollars, '1000.01', 'exchange poor customer')
      expect(await paying.act({ act: 'sign-in', person: 'poor@exchange.example' })).toContain(
        'You do not have enough USDC here.',
      )
      await paying.act({ act: 'confirm' })
      expect(await paying.status()).toMatchObject({ result: { status: 'UNKNOWN' } })
      expect(await paying.act({ act: 'decline' })).toContain('Nothing was sent')
      expect(await paying.status()).toMatchObject({ result: { status: 'FAILED' } })
    })

    it('behavior: a withdrawal under check is in progress until the check is over', async () => {
      const paying = await payment(ether, '0.1', 'exchange slow customer')
      await paying.act({ act: 'sign-in', person: 'slow@exchange.example' })
      await paying.act({ act: 'confirm' })
      expect(await paying.status()).toMatchObject({ result: { status: 'IN_PROGRESS' } })
      await paying.act({ act: 'release' })
      expect(await paying.status()).toMatchObject({ result: { status: 'SUCCESS' } })
    })

    it.each([
      ['another exchange', { exchangeId: 'nobody', asset: ether, amount: '1' }],
      ['an unknown asset', { exchangeId: 'strict', asset: 'eip155:1/slip44:0', amount: '1' }],
      ['no amount', { exchangeId: 'strict', asset: ether, amount: '0' }],
      ['an account on another chain', { exchangeId: 'strict', asset: 'eip155:8453/slip44:60', amount: '1' }],
      ['an account of another ecosystem', { exchangeId: 'strict', asset: sol, amount: '1' }],
      [
        'a mint in other letters',
        { ...{ exchangeId: 'strict', amount: '1', recipient: svmCustomer }, asset: lowerCaseMint },
      ],
    ])('error: %s is refused in words', async (_, params) => {
      const asked = { recipient: accountFor(ether, 'exchange customer'), ...params }
      expect(await call('reown_getExchangePayUrl', asked)).toMatchObject({ error: { code: -32_602 } })
    })
  })

  const hash = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-f]{64}$/))])
}
