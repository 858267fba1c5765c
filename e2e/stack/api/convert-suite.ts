import { erc20Abi, type Hex, isHex, parseEther, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { getConvertGasPrice, getConvertQuotes, getConvertTokens } from '#shared/api/convert.ts'
import { getBuildApprove, getConvertAllowance, postBuildTransaction } from '#shared/api/convert-calls.ts'
import { type Endpoint, endpointUrl, type QueryValues } from '#shared/api/endpoint.ts'
import { nativeEvmAddress, nativeTokenAddresses } from '#shared/api/price.ts'
import * as z from '#shared/zod.ts'
import { devAccount } from '../accounts.ts'
import type { World } from '../boot.ts'
import { type RunningChain, waitForReceipt } from '../chains/running-chain.ts'
import { poolProgram } from '../chains/solana/pool.ts'
import { toBase58 } from '../chains/solana/wire-transaction.ts'
import { localTokens } from '../chains/tokens.ts'
import { uniswap } from '../chains/uniswap.ts'

/** Declares the tests of `/v1/convert/*`, on a world shared with other suites. */
export function convertSuite(getWorld: () => World): void {
  type Schema = z.core.$ZodType
  const commonQuery = { projectId: 'demo', st: 'drawbridge', sv: 'html-eip155-0.1.0' }
  const swapper = devAccount('spare-4')
  let world: World
  let chain: RunningChain

  beforeAll(() => {
    world = getWorld()
    const found = world.chains.find(({ plan }) => plan.chainId === 8453)
    if (!found) throw new Error('Base is not there')
    chain = found
  })

  const idOf = (address: string) => `eip155:8453:${address}`
  const addressOf = (symbol: string) => {
    const token = localTokens.find((candidate) => candidate.symbol === symbol)
    if (!token) throw new Error(`There is no ${symbol}`)
    return token.address
  }
  const native = idOf(nativeEvmAddress)
  const usdc = idOf(addressOf('USDC'))
  const user = idOf(swapper.address)

  const fetchEndpoint = <Q extends Schema>(
    endpoint: Endpoint<string, Q>,
    query: QueryValues<Q>,
    body?: unknown,
  ) =>
    fetch(endpointUrl(world.stack.widget.loopback, endpoint, {}, query, commonQuery), {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })

  async function call<Q extends Schema, R extends Schema>(
    endpoint: Endpoint<string, Q, R>,
    query: QueryValues<Q>,
    body?: unknown,
  ): Promise<z.output<R>> {
    const response = await fetchEndpoint(endpoint, query, body)
    expect(response.status).toBe(200)
    return z.parse(endpoint.response(), await response.json())
  }

  const quote = async (from: string, to: string, amount: bigint) =>
    (await call(getConvertQuotes, { amount: String(amount), userAddress: user, from, to })).quotes[0]

  const buildBody = (from: string, to: string, amount: bigint, slippage = 1) => ({
    amount: String(amount),
    eip155: { slippage },
    projectId: 'demo',
    from,
    to,
    userAddress: user,
  })

  /** Signs and sends a transaction of the service, as a wallet would; resolves with the receipt. */
  async function send(tx: { to: string; data: string }, value: bigint) {
    const to = tx.to.slice('eip155:8453:'.length)
    if (!isHex(to) || !isHex(tx.data)) throw new Error('The service built no transaction')
    const { client } = chain
    const account = privateKeyToAccount(swapper.privateKey)
    const serializedTransaction: Hex = await account.signTransaction({
      to,
      data: tx.data,
      value,
      chainId: 8453,
      nonce: await client.getTransactionCount({ address: swapper.address }),
      gas: 400_000n,
      type: 'eip1559',
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 1n,
    })
    return waitForReceipt(client, await client.sendRawTransaction({ serializedTransaction }))
  }

  const usdcBalance = () =>
    chain.client.readContract({
      address: addressOf('USDC'),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [swapper.address],
    })

  describe('swaps against Uniswap V2', () => {
    it('tokens and gas price › those of the chain; 400 on other chains', async () => {
      const { tokens } = await call(getConvertTokens, { chainId: 'eip155:8453' })
      expect(tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'DAI', 'USDT'])
      const { standard } = await call(getConvertGasPrice, { chainId: 'eip155:8453' })
      expect(standard).toBe(await chain.client.getGasPrice())
      expect((await fetchEndpoint(getConvertTokens, { chainId: 'eip155:31337' })).status).toBe(400)
    })

    it('ETH to USDC › receives exactly the quoted amount', async () => {
      const amount = parseEther('0.5')
      const quoted = await quote(native, usdc, amount)
      const { tx } = await call(postBuildTransaction, {}, buildBody(native, usdc, amount))
      expect(tx.amount).toBe(amount)
      const before = await usdcBalance()
      expect((await send(tx, tx.amount)).status).toBe('success')
      expect((await usdcBalance()) - before).toBe(quoted?.toAmount)
    })

    it('USDC to ETH › needs an approval of the amount, and uses it up', async () => {
      const amount = parseUnits('100', 6)
      const body = buildBody(usdc, native, amount)
      expect((await fetchEndpoint(postBuildTransaction, {}, body)).status).toBe(400)
      const { tx } = await call(postBuildTransaction, {}, { ...body, disableEstimate: true })
      const approval = await call(getBuildApprove, {
        userAddress: user,
        from: usdc,
        to: native,
        amount: String(amount),
      })
      await send(approval.tx, 0n)
      const allowance = () => call(getConvertAllowance, { tokenAddress: usdc, userAddress: user })
      expect(await allowance()).toEqual({ allowance: amount })
      expect((await send(tx, 0n)).status).toBe('success')
      expect(await allowance()).toEqual({ allowance: 0n })
    })

    it('token rejects changing an allowance › revoked first, then set', async () => {
      const usdt = idOf(addressOf('USDT'))
      const approve = async (amount: bigint) => {
        const query = { userAddress: user, from: usdt, to: native, amount: String(amount) }
        return (await send((await call(getBuildApprove, query)).tx, 0n)).status
      }
      const allowance = async () =>
        (await call(getConvertAllowance, { tokenAddress: usdt, userAddress: user })).allowance
      expect([await approve(5n), await approve(7n), await allowance()]).toEqual(['success', 'reverted', 5n])
      expect([await approve(0n), await approve(7n), await allowance()]).toEqual(['success', 'success', 7n])
    })

    it('price moves beyond the slippage › the chain reverts the swap', async () => {
      const { tx } = await call(postBuildTransaction, {}, buildBody(native, usdc, parseEther('0.1'), 0.01))
      const { tx: rival } = await call(postBuildTransaction, {}, buildBody(native, usdc, parseEther('3')))
      expect((await send(rival, rival.amount)).status).toBe('success')
      const before = await usdcBalance()
      expect((await send(tx, tx.amount)).status).toBe('reverted')
      expect(await usdcBalance()).toBe(before)
    })

    it('no pool › responds with ‘insufficient liquidity’', async () => {
      const query = { amount: '1000', userAddress: user, from: native, to: idOf(addressOf('USDT')) }
      const errorResponse = await fetchEndpoint(getConvertQuotes, query)
      expect(errorResponse.status).toBe(400)
      expect(await errorResponse.json()).toEqual({ reasons: [{ description: 'insufficient liquidity' }] })
    })

    describe('on Solana', () => {
      const solanaId = (address: string) => `${world.stack.solana.id}:${address}`
      const mint = (symbol: string) => solanaId(world.stack.solana.mints[symbol]?.address ?? '')
      const nativeId = () => solanaId(nativeTokenAddresses.solana)
      const solanaUser = () => solanaId(world.stack.solana.accounts[0]?.address ?? '')
      const swapQuery = (from: string, to: string, amount: bigint) => ({
        ...{ amount: String(amount), userAddress: solanaUser(), from, to },
      })

      it('tokens › SOL and the tokens of the chain, without an approval', async () => {
        const { tokens } = await call(getConvertTokens, { chainId: world.stack.solana.id })
        expect(tokens.map(({ symbol, decimals, address }) => [symbol, decimals, address])).toEqual([
          ['SOL', 9, nativeId()],
          ['USDC', 6, mint('USDC')],
          ['BARN', 9, mint('BARN')],
        ])
        const query = { tokenAddress: mint('USDC'), userAddress: solanaUser() }
        expect((await call(getConvertAllowance, query)).allowance).toBe(2n ** 256n - 1n)
        const approve = { userAddress: solanaUser(), from: mint('USDC'), to: nativeId() }
        expect((await fetchEndpoint(getBuildApprove, approve)).status).toBe(400)
      })

      it('quote › output and fee of one pool, or of two', async () => {
        const onePool = await call(getConvertQuotes, swapQuery(nativeId(), mint('USDC'), 10n ** 9n))
        // 1 SOL at 148.32 dollars, less the 0.3 % fee and the price impact.
        expect(onePool.quotes[0]?.toAmount).toBeGreaterThan(147_800_000n)
        expect(onePool.quotes[0]?.toAmount).toBeLessThan(148_320_000n)
        expect(onePool.quotes[0]?.providerFee).toBe(3_000_000n)
        const twoPools = await call(getConvertQuotes, swapQuery(mint('USDC'), mint('BARN'), 10n ** 6n))
        expect(twoPools.quotes[0]?.providerFee).toBe(5_991n)
      })

      it('build › returns a complete transaction of the account that the chain executes', async () => {
        const body = {
          ...swapQuery(nativeId(), mint('USDC'), 10n ** 9n),
          projectId: 'demo',
          solana: { slippage: 1 },
        }
        const { tx } = await call(postBuildTransaction, {}, body)
        expect(tx).toMatchObject({ from: solanaUser(), to: solanaId(poolProgram), amount: 10n ** 9n })
        const wire = Buffer.from(tx.data, 'base64')
        // One signature is required; the fee payer is the first address after the header of the message.
        expect(wire[0]).toBe(1)
        const payer = wire.subarray(1 + 64 + 4 + 1, 1 + 64 + 4 + 1 + 32)
        expect(solanaId(toBase58(payer))).toBe(solanaUser())
      })

      it('no slippage, amount too high or too low › responds with the reason', async () => {
        const expectRejected = async (body: object) => {
          const errorResponse = await fetchEndpoint(postBuildTransaction, {}, { projectId: 'demo', ...body })
          expect(errorResponse.status).toBe(400)
          return errorResponse.text()
        }
        const swap = swapQuery(nativeId(), mint('USDC'), 10n ** 9n)
        expect(await expectRejected(swap)).toContain('slippage is missing')
        const oversized = { ...swapQuery(nativeId(), mint('USDC'), 10n ** 14n), solana: { slippage: 1 } }
        expect(await expectRejected(oversized)).toContain('The swap would fail')
        const dust = await fetchEndpoint(getConvertQuotes, swapQuery(mint('USDC'), nativeId(), 1n))
        expect(await dust.json()).toEqual({ reasons: [{ description: 'insufficient liquidity' }] })
      })
    })

    it('router › deployed at its planned address on both chains', async () => {
      for (const { plan, client } of world.chains) {
        const code = await client.getCode({ address: uniswap.router })
        expect(code !== undefined, plan.name).toBe(plan.chainId !== 31337)
      }
    })
  })
}
